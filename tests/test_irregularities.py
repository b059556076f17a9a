"""Every incident in every game has a ruling or a referral, within three questions."""

from itertools import product

import pytest

from pitboss.errors import BadFact, UnknownName
from pitboss.language.irregularities import (
    AUTHORITIES,
    FACTS,
    INCIDENTS,
    REMEDIES,
    MissingFact,
    Ruling,
)
from pitboss.rulebooks import RULEBOOKS


def procedures(rulebook, incident):
    """Every combination of the readings that rulings on an incident depend on."""
    used = {key for one in rulebook.rulings if one.incident == incident for key in one.under}
    read = [one for one in rulebook.readings if one.key in used]
    for options in product(*(one.options for one in read)):
        yield dict(zip((one.key for one in read), options, strict=True))


@pytest.mark.parametrize("game", list(RULEBOOKS))
@pytest.mark.parametrize("incident", list(INCIDENTS))
def test_every_answer_leads_to_a_ruling_within_three_questions(game, incident):
    clauses_known = {number for one in RULEBOOKS[game].rulings for number in one.clauses}
    for readings in procedures(RULEBOOKS[game], incident):
        rules = RULEBOOKS[game].configure(readings=readings)
        open_questions = [{}]
        while open_questions:
            facts = open_questions.pop()
            found = rules.rule(incident, facts)
            if isinstance(found, MissingFact):
                assert found.name not in facts
                assert len(facts) < 3
                answers = found.answers or ("1", "2", "52")
                open_questions += [{**facts, found.name: answer} for answer in answers]
                continue
            assert found.remedy in REMEDIES
            assert found.authority in AUTHORITIES
            assert found.says.endswith(".")
            assert found.clauses or found.policies
            assert set(found.clauses) <= clauses_known | set(RULEBOOKS[game].referral)


def test_three_card_prime_has_no_section_on_irregularities():
    rules = RULEBOOKS["three-card-prime"].configure()
    for incident in INCIDENTS:
        found = rules.rule(incident, {})
        assert isinstance(found, Ruling)
        if incident == "orphan-side-bet":  # By 1 every player must make an Ante wager.
            assert (found.remedy, found.clauses) == ("remove-bet", ("1",))
        elif incident == "late-bet":  # By 2 the cards come once all wagers are placed.
            assert (found.remedy, found.clauses) == ("refuse", ("2",))
        else:
            assert (found.remedy, found.clauses) == ("refer", ())
        assert found.policies


def test_rulings_name_incidents_remedies_facts_and_readings_that_exist():
    for book in RULEBOOKS.values():
        readings = {one.key: one.options for one in book.readings}
        for one in book.rulings:
            assert one.incident in INCIDENTS
            assert one.remedy in REMEDIES
            assert set(one.when) <= set(FACTS)
            assert all(option in readings[key] for key, option in one.under.items())


@pytest.mark.parametrize(
    ("incident", "facts", "error", "message"),
    [
        ("exposed-card", {}, UnknownName, "did you mean exposed-cards?"),
        ("misdeal", {"handeld": "no"}, UnknownName, "did you mean handled?"),
        ("misdeal", {"handled": "maybe"}, BadFact, "handled is 'maybe': say yes, no."),
        ("exposed-cards", {"cards": "0"}, BadFact, "give a number of cards, 1 to 52."),
        ("exposed-cards", {"cards": "53"}, BadFact, "give a number of cards, 1 to 52."),
        ("exposed-cards", {"cards": "²"}, BadFact, "give a number of cards, 1 to 52."),
        ("dealer-count", {"noticed": "soon"}, BadFact, "say before-close, in-time, late, never."),
    ],
)
def test_what_is_no_fact(incident, facts, error, message):
    with pytest.raises(error) as told:
        RULEBOOKS["three-card-poker"].configure().rule(incident, facts)
    assert told.value.message.endswith(message)
