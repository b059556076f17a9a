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
    used = {
        key for ruling in rulebook.rulings if ruling.incident == incident for key in ruling.under
    }
    readings = [reading for reading in rulebook.readings if reading.key in used]
    for options in product(*(reading.options for reading in readings)):
        yield dict(zip((reading.key for reading in readings), options, strict=True))


@pytest.mark.parametrize("game", list(RULEBOOKS))
@pytest.mark.parametrize("incident", list(INCIDENTS))
def test_every_answer_leads_to_a_ruling_within_three_questions(game, incident):
    clauses_known = {number for ruling in RULEBOOKS[game].rulings for number in ruling.clauses}
    for readings in procedures(RULEBOOKS[game], incident):
        rules = RULEBOOKS[game].configure(readings=readings)
        open_questions = [{}]
        while open_questions:
            facts = open_questions.pop()
            ruling = rules.rule(incident, facts)
            if isinstance(ruling, MissingFact):
                assert ruling.name not in facts
                assert len(facts) < 3
                answers = ruling.answers or ("1", "2", "52")
                open_questions += [{**facts, ruling.name: answer} for answer in answers]
                continue
            assert ruling.remedy in REMEDIES
            assert ruling.authority in AUTHORITIES
            assert ruling.says.endswith(".")
            assert ruling.clauses or ruling.policies
            assert set(ruling.clauses) <= clauses_known | set(RULEBOOKS[game].referral)


def test_three_card_prime_has_no_section_on_irregularities():
    rules = RULEBOOKS["three-card-prime"].configure()
    for incident in INCIDENTS:
        ruling = rules.rule(incident, {})
        assert isinstance(ruling, Ruling)
        if incident == "orphan-side-bet":  # By 1 every player must make an Ante wager.
            assert (ruling.remedy, ruling.clauses) == ("remove-bet", ("1",))
        elif incident == "late-bet":  # By 2 the cards come once all wagers are placed.
            assert (ruling.remedy, ruling.clauses) == ("refuse", ("2",))
        else:
            assert (ruling.remedy, ruling.clauses) == ("refer", ())
        assert ruling.policies


def test_rulings_name_incidents_remedies_facts_and_readings_that_exist():
    for book in RULEBOOKS.values():
        readings = {reading.key: reading.options for reading in book.readings}
        for ruling in book.rulings:
            assert ruling.incident in INCIDENTS
            assert ruling.remedy in REMEDIES
            assert set(ruling.when) <= set(FACTS)
            assert all(option in readings[key] for key, option in ruling.under.items())


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
