"""Non-Commission Lucky Three Pictures, section 5: irregularities."""

from collections.abc import Mapping

from pitboss.language.irregularities import Ruling, Wanted, ruling
from pitboss.rulebooks.lucky_three_pictures.readings import READINGS

__all__ = ["READINGS", "RULINGS"]

SPECIFIC, GENERAL = {"wrong-count": "specific"}, {"wrong-count": "general"}
IN_TIME, LATE = ("before-close", "in-time"), ("late", "never")
UNTIL_SHOWN, REFERRED = {"late-options": "until-shown"}, {"late-error": "referred"}
MISDEAL = {"exposed-card": "misdeal"}
SMALL_BET = {"small-bet": "yes"}
CHOOSE = "Each of you may go on with the hand or have the bet back."
AS_THEY_LIE, RECONSTRUCTED = ("5.6", "5.6.1", "5.6.3"), ("5.6", "5.6.2", "5.6.3")


def choice(
    incident: str,
    *clauses: str,
    under: Mapping[str, str] | None = None,
    if_told: Mapping[str, Wanted] | None = None,
    **facts: Wanted,
) -> tuple[Ruling, ...]:
    """The players choose by 5.6, which sets no time limit."""
    readings = dict(under or {})
    return (
        ruling(incident, "play-on", *clauses, under={**readings, **UNTIL_SHOWN},
               says="The dealer's hand has been shown: the result stands.", authority="dealer",
               if_told=if_told, policies=(), is_choice=False, shown="yes", **facts),
        ruling(incident, "offer-choice", *clauses, under=readings, says=CHOOSE, authority="dealer",
               if_told=if_told, policies=(), is_choice=True, **facts),
    )  # fmt: skip


def choice_by_reconstruction(incident: str, under: Mapping[str, str]) -> tuple[Ruling, ...]:
    """Once cards were handled: whether they can be reconstructed decides for 5.6.1 or 5.6.2."""
    return (
        *choice(incident, *RECONSTRUCTED, under=under, handled="yes", reconstructible="yes"),
        *choice(incident, *AS_THEY_LIE, under=under, handled="yes", reconstructible="no"),
    )


def dealt_incorrectly(incident: str, under: Mapping[str, str]) -> tuple[Ruling, ...]:
    """5.5.4, and the cases that it leaves to 5.6."""
    return (
        ruling(incident, "void-round", "5.5", "5.5.4", "5.14", under=under,
               handled="no", whole_hands_repair="no",
               says="The cards were dealt wrongly: this round is void, and all bets go back."),
        *choice(incident, "5.5.4", *RECONSTRUCTED, handled="no", whole_hands_repair="yes",
                under={**under, "repaired-misdeal": "options"}),
        ruling(incident, "reconstruct", "5.5.4", under={**under, "repaired-misdeal": "play-on"},
               handled="no", whole_hands_repair="yes",
               says="Complete hands are moved to their places, and we play on."),
        *choice_by_reconstruction(incident, under),
    )  # fmt: skip


def stands_by_5_5(
    incident: str, *clauses: str, under: Mapping[str, str] | None = None, **facts: Wanted
) -> Ruling:
    """The closing words of 5.5: earlier rounds keep their outcome and settlement."""
    return ruling(incident, "stands", "5.5", *clauses, "5.11", under=under, authority="dealer",
                  if_told={"noticed": LATE}, policies=(), is_choice=False,
                  says="The next round has begun: the result of that round stands.",
                  **facts)  # fmt: skip


def noticed_late(incident: str, *clauses: str) -> tuple[Ruling, ...]:
    """5.11: an error of an earlier round, where 5.5 does not answer."""
    return (
        ruling(incident, "refer", *clauses, "5.11", "5.16", under=REFERRED,
               if_told={"noticed": LATE}, authority="shift-manager",
               says="This is for the shift manager to decide; please wait."),
        ruling(incident, "stands", *clauses, "5.11", if_told={"noticed": LATE},
               says="The next round has begun: the result of that round stands."),
    )  # fmt: skip


def wrong_deal_noticed_late(
    incident: str, under: Mapping[str, str] | None = None, **facts: Wanted
) -> tuple[Ruling, ...]:
    """A wrong deal of an earlier round: 5.5 answers if 5.5.4 describes it, and else 5.11."""
    described = stands_by_5_5(
        incident, "5.5.4", under={**REFERRED, **(under or {})}, handled="no", **facts
    )
    return (described, *noticed_late(incident))


RULINGS = (
    stands_by_5_5("foreign-card"),
    stands_by_5_5("deck-count"),
    stands_by_5_5("unshuffled"),
    stands_by_5_5("too-few-cards"),
    *wrong_deal_noticed_late("misdeal", whole_hands_repair="no"),
    *wrong_deal_noticed_late("exposed-cards", under=MISDEAL),
    *noticed_late("face-up-in-shoe"),
    *noticed_late("drawn-together"),
    *noticed_late("interruption", "1.18"),
    ruling("over-maximum", "reduce", "5.1", noticed="before-close",
           says="The bets on this box are over the maximum: the excess is taken off."),
    ruling("over-maximum", "bet-stands", "5.1.2", under={"under-minimum": "box"},
           if_told=SMALL_BET, noticed=("in-time", *LATE),
           says="A bet on this box is under the minimum: every bet on it stands as placed."),
    ruling("over-maximum", "pro-rate", "5.1.1", "5.1.2", under={"under-minimum": "player"},
           if_told=SMALL_BET, noticed=("in-time", *LATE),
           says="The bet under the minimum stands; the others count in proportion."),
    ruling("over-maximum", "pro-rate", "5.1.1", noticed=("in-time", *LATE),
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
    *choice("dealer-count", *RECONSTRUCTED, under=SPECIFIC, noticed=IN_TIME,
            reconstructible="yes"),
    *wrong_deal_noticed_late("dealer-count", whole_hands_repair="no"),
    *dealt_incorrectly("dealer-count", GENERAL),
    ruling("exposed-cards", "void-round", "5.5", "5.5.4", "3.12", "5.14", under=MISDEAL,
           handled="no",
           says="Cards were turned up in the deal: this round is void, and all bets go back."),
    # Cards that were only turned up lie in their order, so there is nothing to reconstruct.
    *choice("exposed-cards", *RECONSTRUCTED, if_told={"reconstructible": "yes"}),
    *choice("exposed-cards", *AS_THEY_LIE),
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
    ruling("player-count", "remove-hand", "5.8", under={**SPECIFIC, **UNTIL_SHOWN},
           is_choice=False, noticed=IN_TIME, reconstructible="no", shown="yes",
           says="This hand is out of play and its bets go back; the other results stand."),
    ruling("player-count", "remove-hand", "5.8", "5.8.1", under=SPECIFIC,
           noticed=IN_TIME, reconstructible="no",
           says="This hand is out of play and its bets go back; the others may choose."),
    *choice("player-count", *RECONSTRUCTED, under=SPECIFIC, noticed=IN_TIME,
            reconstructible="yes"),
    *wrong_deal_noticed_late("player-count", whole_hands_repair="no"),
    *dealt_incorrectly("player-count", GENERAL),
    *choice("face-up-in-shoe", "5.9", *AS_THEY_LIE,
            under={"face-up-card": "options"}),
    ruling("face-up-in-shoe", "next-card", "5.9",
           says="The card that lies face up is the next card."),
    ruling("drawn-together", "decide-order", "5.10", under=UNTIL_SHOWN, is_choice=False,
           order_known="no", shown="yes", authority="pit-supervisor",
           says="The supervisor decides which card came first; the dealer's hand has been shown."),
    ruling("drawn-together", "decide-order", "5.10", "5.10.1", *AS_THEY_LIE, order_known="no",
           authority="pit-supervisor",
           says="The supervisor decides which card comes first; then each of you may choose."),
    *choice("drawn-together", "5.10.1", *RECONSTRUCTED, order_known="yes"),
    ruling("late-discovery", "refer", "5.11", "5.16", under=REFERRED,
           authority="shift-manager",
           says="This is for the shift manager to decide; please wait."),
    ruling("late-discovery", "stands", "5.11",
           says="That error has no effect on this round or any later one."),
    ruling("misplaced-bet", "play-on", "3.4", "5.12", if_told={"noticed": "before-close"},
           says="Bets are open: the chips may be moved until they are closed."),
    ruling("misplaced-bet", "bet-stands", "5.12", "5.15",
           says="Bets are settled where the chips lay when bets were closed."),
    ruling("orphan-side-bet", "remove-bet", "5.13",
           says="There is no Initial Bet on this box: the side bet goes back."),
)  # fmt: skip
