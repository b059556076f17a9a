"""Non-Commission Lucky Three Pictures, section 5: irregularities."""

from collections.abc import Mapping

from pitboss.irregularities import Ruling, Wanted, ruling
from pitboss.rulebooks.lucky_three_pictures_readings import READINGS

__all__ = ["READINGS", "RULINGS"]

SPECIFIC, GENERAL = {"wrong-count": "specific"}, {"wrong-count": "general"}
IN_TIME, LATE = ("before-close", "in-time"), ("late", "never")
CHOOSE = "Each of you may go on with the hand or have the bet back."


def choice(
    incident: str, *clauses: str, under: Mapping[str, str] | None = None, **facts: Wanted
) -> tuple[Ruling, ...]:
    """The players choose, by 5.6; which sets no time."""
    told = dict(under or {})
    return (
        ruling(incident, "play-on", *clauses, under={**told, "late-options": "until-shown"},
               says="The dealer's hand has been shown: the result stands.", authority="dealer",
               if_told=None, policies=(), shown="yes", **facts),
        ruling(incident, "offer-choice", *clauses, under=told, says=CHOOSE, authority="dealer",
               if_told=None, policies=(), **facts),
    )  # fmt: skip


def dealt_incorrectly(incident: str, under: Mapping[str, str]) -> tuple[Ruling, ...]:
    """5.5.4 and what is left of it for 5.6."""
    return (
        ruling(incident, "void-round", "5.5", "5.5.4", under=under,
               handled="no", whole_hands_repair="no",
               says="The cards were dealt wrongly: this round is void, and all bets go back."),
        *choice(incident, "5.5.4", "5.6", "5.6.2", "5.6.3", handled="no", whole_hands_repair="yes",
                under={**under, "repaired-misdeal": "options"}),
        ruling(incident, "reconstruct", "5.5.4", under={**under, "repaired-misdeal": "play-on"},
               handled="no", whole_hands_repair="yes",
               says="Complete hands are moved to their places, and we play on."),
        *choice(incident, "5.6", "5.6.1", "5.6.2", "5.6.3", under=under, handled="yes"),
    )  # fmt: skip


def noticed_late(incident: str, *clauses: str) -> tuple[Ruling, ...]:
    """5.11: an error of a round that another has followed."""
    told = {"noticed": LATE}
    return (
        ruling(incident, "refer", *clauses, "5.11", "5.16", under={"late-error": "referred"},
               if_told=told, authority="shift-manager",
               says="This is for the shift manager to decide; please wait."),
        ruling(incident, "stands", *clauses, "5.11", if_told=told,
               says="The next round has begun: the result of that round stands."),
    )  # fmt: skip


RULINGS = (
    *(one for incident in ("foreign-card", "deck-count", "unshuffled", "too-few-cards")
      for one in noticed_late(incident, "5.5")),
    *(one for incident in ("misdeal", "exposed-cards", "face-up-in-shoe", "drawn-together")
      for one in noticed_late(incident)),
    *noticed_late("interruption", "1.18"),
    ruling("over-maximum", "reduce", "5.1", noticed="before-close",
           says="The bets on this box are over the maximum: the excess is taken off."),
    ruling("over-maximum", "pro-rate", "5.1.1", "5.1.2", noticed=("in-time", *LATE),
           says="The bets on this box count in proportion to the maximum."),
    ruling("under-minimum", "offer-choice", "5.2", noticed="before-close",
           says="This bet is under the minimum: please raise it or take it back."),
    ruling("under-minimum", "bet-stands", "5.2.1", noticed=("in-time", *LATE),
           says="The bet stands and wins or loses with the hand."),
    ruling("walked-away", "bet-stands", "5.3",
           says="The bet stays and is settled with the hand."),
    ruling("interruption", "conclude", "5.4", "5.4.1", decided="yes",
           says="A bet has been decided: the round goes on to its end."),
    ruling("interruption", "void-round", "5.4", "5.4.2", "5.14", decided="no",
           says="No bet has been decided: the round is void, and all bets go back."),
    ruling("foreign-card", "void-round", "5.5", "5.5.1", "5.14",
           says="A foreign card was found: this round is void, and all bets go back."),
    ruling("deck-count", "void-round", "5.5", "5.5.2", "5.14",
           says="The deck is not complete: this round is void, and all bets go back."),
    ruling("unshuffled", "void-round", "5.5", "5.5.3", "5.14",
           says="The cards were not shuffled: this round is void, and all bets go back."),
    *dealt_incorrectly("misdeal", {}),
    ruling("too-few-cards", "void-round", "5.5", "5.5.5", "5.14",
           says="There are not enough cards: this round is void, and all bets go back."),
    ruling("dealer-count", "stands", "5.5.6", "5.11", under=SPECIFIC, noticed=LATE,
           says="The next round has begun: the result of that round stands."),
    ruling("dealer-count", "void-round", "5.5", "5.5.6", "5.14", under=SPECIFIC,
           noticed=IN_TIME, reconstructible="no",
           says="The dealer's hand has the wrong number of cards: this round is void."),
    *choice("dealer-count", "5.6", "5.6.2", "5.6.3", under=SPECIFIC, noticed=IN_TIME,
            reconstructible="yes"),
    *noticed_late("dealer-count"),
    *dealt_incorrectly("dealer-count", GENERAL),
    *choice("exposed-cards", "5.6", "5.6.1", "5.6.2", "5.6.3"),
    ruling("late-bet", "play-on", "3.4", if_told={"noticed": "before-close"},
           says="Bets are open: this bet is in time."),
    ruling("late-withdrawal", "play-on", "3.4", if_told={"noticed": "before-close"},
           says="Bets are open: the bet may be taken back."),
    ruling("late-bet", "refuse", "3.11", "5.7",
           says="No more bets were called: this bet can't be taken."),
    ruling("late-withdrawal", "refuse", "5.7",
           says="No more bets were called: the bet can't be taken back."),
    ruling("player-count", "stands", "5.8", "5.11", under=SPECIFIC, noticed=LATE,
           says="The next round has begun: the result of that round stands."),
    ruling("player-count", "remove-hand", "5.8", "5.8.1", under=SPECIFIC,
           noticed=IN_TIME, reconstructible="no",
           says="This hand is out of play and its bets go back; the others may choose."),
    *choice("player-count", "5.6", "5.6.2", "5.6.3", under=SPECIFIC, noticed=IN_TIME,
            reconstructible="yes"),
    *noticed_late("player-count"),
    *dealt_incorrectly("player-count", GENERAL),
    *choice("face-up-in-shoe", "5.9", "5.6", "5.6.1", "5.6.3",
            under={"face-up-card": "options"}),
    ruling("face-up-in-shoe", "next-card", "5.9",
           says="The card that lies face up is the next card."),
    ruling("drawn-together", "decide-order", "5.10", "5.10.1", order_known="no",
           authority="pit-supervisor",
           says="The supervisor decides which card comes first; then each of you may choose."),
    *choice("drawn-together", "5.10.1", "5.6", order_known="yes"),
    ruling("late-discovery", "refer", "5.11", "5.16", under={"late-error": "referred"},
           authority="shift-manager",
           says="This is for the shift manager to decide; please wait."),
    ruling("late-discovery", "stands", "5.11",
           says="That error has no effect on this round or any later one."),
    ruling("misplaced-bet", "bet-stands", "5.12", "5.15",
           says="Bets are settled where the chips lay when bets were closed."),
    ruling("orphan-side-bet", "remove-bet", "5.13",
           says="There is no Initial Bet on this box: the side bet goes back."),
)  # fmt: skip
