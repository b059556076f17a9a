"""What pages for the floor say in sentences: incidents, facts, remedies, and when they apply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.language.irregularities import ANSWERS, INCIDENTS, AtLeast, Wanted
from pitboss.school.ruling_topics import answered, remedy_words
from tests.support.playing import PHASES

# When each phase of a round begins.
BEGINNINGS = dict(
    zip(
        PHASES,
        (
            *("bets are open", "bets are closed", "players look at their hands"),
            *("all have decided", "the dealer's hand is shown", "the round is settled"),
            "the next round is open",
        ),
        strict=True,
    )
)


def headline(incident: str) -> str:
    """Misdeal: cards were dealt to the wrong places or in the wrong order"""
    key, words = incident.replace("-", " "), INCIDENTS[incident]
    return f"{key.capitalize()}: {words[0].lower()}{words[1:]}"


def asked(facts: Mapping[str, Wanted]) -> str:
    """The questions that the floor answers, with the answers that a ruling wants."""
    return " ".join(answered({name: _words(wanted) for name, wanted in facts.items()}))


def _words(wanted: Wanted) -> str:
    if isinstance(wanted, AtLeast):
        return f"{wanted.least} or more"
    answers = (wanted,) if isinstance(wanted, str) else wanted
    return "; or ".join(ANSWERS.get(answer, answer) for answer in answers)


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def cited(clauses: Sequence[str], policies: Sequence[str]) -> tuple[str, ...]:
    return (*clauses, *(f"policy {key}" for key in policies))


def ruled(remedy: str, authority: str, grounds: Sequence[str]) -> str:
    """A ruling as a sentence, who gives it if the dealer alone may not, and what it rests on."""
    role = (
        ""
        if authority == "dealer" or remedy == "refer"
        else f" By the {authority.replace('-', ' ')}."
    )
    return f"**{sentence(remedy_words(remedy, authority))}**{role} ({', '.join(grounds)})"


def when(first: int, last: int) -> str:
    """From the beginning of one phase to the end of another, by their places in a round."""
    since, until = first > 0, last < len(PHASES) - 1
    parts = [f"once {BEGINNINGS[PHASES[first]]}"] if since else []
    parts += [f"until {BEGINNINGS[PHASES[last + 1]]}"] if until else []
    return sentence(", ".join(parts) or "at any time")
