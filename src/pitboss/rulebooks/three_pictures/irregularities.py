"""Three Pictures, section 5: irregularities."""

from pitboss.language.irregularities import ruling
from pitboss.language.policies import LONE_SIDE_BET
from pitboss.language.readings import Reading

LATE_MISCOUNT = Reading(
    "late-miscount",
    "A wrong number of cards in the dealer's hand is noticed after the next round has begun: is "
    "the earlier round still void?",
    {
        "void": "yes: the round is void whenever it is noticed",
        "stands": "no: that round is over, and its result stands",
    },
    ("1.1.4", "5.4"),
    "5.4 voids the round and sets no time limit; by 1.1.4 a round ends when its bets are settled.",
    kind="procedure",
)
PLAYER_MISCOUNT = Reading(
    "player-miscount",
    "A player's hand has the wrong number of cards: is that a wrong deal?",
    {
        "misdeal": "yes: the cards were dealt incorrectly, and 5.3 rules",
        "referred": "no: only the dealer's hand has a clause on its number of cards",
    },
    ("5.3", "5.4"),
    "5.3 speaks of cards dealt incorrectly, in whatever way; 5.4 rules on the number of cards and "
    "names the dealer's hand only.",
    kind="procedure",
)
LATE_VOID = Reading(
    "late-void",
    "A fault that voids a round is noticed after the next one has begun: is it still void?",
    {
        "void": "yes: the clause sets no time limit",
        "stands": "no: that round is over, and its result stands",
    },
    ("1.1.4", "5.2", "5.3"),
    "5.2 and 5.3 void the round and set no time limit; by 1.1.4 a round ends when its bets are "
    "settled.",
    kind="procedure",
)
EXPOSED = Reading(
    "exposed-card",
    "Cards were turned up in the deal: is that a wrong deal?",
    {
        "referred": "no clause covers it, so the matter is referred",
        "misdeal": "by 3.4 cards are dealt face down, so it is a wrong deal",
    },
    ("3.4", "5.3"),
    "3.4 deals the cards face down; 5.3 voids cards dealt incorrectly while nobody has handled "
    "them, and does not say whether it means the way they lie or where they went.",
    kind="procedure",
)
READINGS = (LATE_MISCOUNT, PLAYER_MISCOUNT, LATE_VOID, EXPOSED)
STANDS = {"late-void": "stands"}
MISCOUNT = {"player-miscount": "misdeal"}
LATE = ("late", "never")

RULINGS = (
    ruling("foreign-card", "stands", "5.1", "5.1.2", if_told={"noticed": LATE},
           says="Results of previous games stand."),
    ruling("foreign-card", "void-round", "5.1", "5.1.1", "5.1.2",
           says="A foreign card was found: this round is void, earlier results stand."),
    ruling("deck-count", "stands", "1.1.4", "5.2", under=STANDS, noticed=LATE,
           says="That round is over: its result stands."),
    ruling("misdeal", "stands", "1.1.4", "5.3", under=STANDS, noticed=LATE,
           says="That round is over: its result stands."),
    ruling("player-count", "stands", "1.1.4", "5.3", noticed=LATE,
           under={**STANDS, **MISCOUNT},
           says="That round is over: its result stands."),
    ruling("deck-count", "void-round", "5.2",
           says="The deck is not complete: this round is void."),
    ruling("misdeal", "reconstruct", "5.3", handled="no", whole_hands_repair="yes",
           says="Complete hands are moved to their places, and we play on."),
    ruling("misdeal", "void-round", "5.3", handled="no", whole_hands_repair="no",
           says="The cards were dealt wrongly: this round is void."),
    ruling("player-count", "reconstruct", "5.3", under=MISCOUNT,
           handled="no", whole_hands_repair="yes",
           says="Complete hands are moved to their places, and we play on."),
    ruling("player-count", "void-round", "5.3", under=MISCOUNT,
           handled="no", whole_hands_repair="no",
           says="A hand was dealt wrongly: this round is void."),
    ruling("dealer-count", "stands", "1.1.4", "5.4", noticed=LATE,
           under={"late-miscount": "stands"}, says="That round is over: its result stands."),
    ruling("dealer-count", "void-round", "5.4",
           says="The dealer's hand has the wrong number of cards: that round is void."),
    ruling("exposed-cards", "stands", "1.1.4", "5.3", noticed=LATE,
           under={**STANDS, "exposed-card": "misdeal"},
           says="That round is over: its result stands."),
    ruling("exposed-cards", "void-round", "3.4", "5.3", under={"exposed-card": "misdeal"},
           handled="no", says="Cards were turned up in the deal: this round is void."),
    ruling("orphan-side-bet", "remove-bet", "3.3", policies=(LONE_SIDE_BET,),
           says="There is no bet for it to rest on: the side bet goes back."),
    ruling("late-bet", "play-on", "3.1", if_told={"noticed": "before-close"},
           says="Bets are open: this bet is in time."),
    ruling("late-withdrawal", "play-on", "3.1", if_told={"noticed": "before-close"},
           says="Bets are open: the bet may be taken back."),
    ruling("late-bet", "refuse", "5.5",
           says="No more bets were called: this bet can't be taken."),
    ruling("late-withdrawal", "bet-stands", "5.6",
           says="No more bets were called: the bet stands and wins or loses with the hand."),
)  # fmt: skip
