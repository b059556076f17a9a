"""The checks that every rulebook has to pass, as the methods of one pytest class.

Each check runs the real thing: odds are counted, rounds simulated, reports written, a record is
replayed. A failure names the configuration, the wager and the deal.
"""

from __future__ import annotations

import inspect
import json
from typing import ClassVar, cast

import numpy as np
import pytest

from pitboss.language.compiled import compiled
from pitboss.language.expressions import Deal
from pitboss.language.rulebook import Rulebook, Rules
from pitboss.language.wagers import Wager
from pitboss.library import settle_box
from pitboss.maths.odds.counting import DEALS, SIX_CARD_SETS
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.strategy import BEST, best
from pitboss.maths.odds.wager_odds import count_under
from pitboss.maths.odds.witness import witnesses
from pitboss.maths.simulation.simulate import simulate
from pitboss.notation.record import run
from pitboss.notation.record_json import as_json, from_json
from pitboss.notation.text import read, write
from pitboss.play.answers import Refusal
from pitboss.play.state import SETTLED
from pitboss.reports.card.rule_card import card, card_json
from pitboss.reports.par.data import par_json_bytes
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.witness_lines import UNIT, witness_lines
from pitboss.rulebooks import RULEBOOKS
from pitboss.rulebooks.clauses import clauses, unfounded
from pitboss.table.settlement import Settler
from pitboss.testing.configurations import changes, configurations
from pitboss.testing.deals import (
    PlainSettlement,
    has_jackpot,
    one_by_one,
    plain_deals,
    random_deals,
    round_text,
    settled,
    with_witnesses,
)
from pitboss.testing.round_machine import walk

HANDS = 22_100
FOURTH_CARDS = 49


class Conformance:
    """Subclass it as `TestMyGame` and name the rulebook; pytest does the rest."""

    rulebook: ClassVar[Rulebook]
    plain: ClassVar[PlainSettlement | None] = None  # A second settlement, without Pitboss.
    deals: ClassVar[int] = 300  # Random deals for each configuration.
    rounds: ClassVar[int] = 200_000  # Rounds to simulate for each configuration.
    tables: ClassVar[int] = 60  # Random walks over the round of play, each at its own table.

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "rules" in metafunc.fixturenames:
            listed = list(configurations(self.rulebook))
            metafunc.parametrize("rules", listed, ids=[changes(rules) for rules in listed])

    # What is declared

    def test_the_rulebook_is_found_by_its_key(self) -> None:
        key = self.rulebook.key
        assert key in RULEBOOKS, f"load {key} with load_rulebook(path), or install its package"
        assert RULEBOOKS[key] is self.rulebook, (
            f"this is not the rulebook that Pitboss finds as {key}: "
            f'use load_rulebook(path) or games["{key}"].rulebook'
        )

    def test_every_citation_exists(self) -> None:
        missing = unfounded(self.rulebook, RULEBOOKS.source(self.rulebook.key).clauses())
        assert not missing, f"cited, but neither a recorded clause nor a policy: {missing}"

    def test_every_clause_is_used_or_explained(self) -> None:
        for clause in clauses(self.rulebook.key):
            assert clause.digest, f"{clause.number} needs a digest"
            assert bool(clause.where) != bool(clause.why_not), (
                f"{clause.number}: cite it in the rulebook, name the code that carries it out "
                "under where, or say under why_not why it is not modelled; not both"
            )

    def test_every_option_of_a_reading_of_pay_matters(self) -> None:
        usual = _prices(self.rulebook.configure())
        for reading in self.rulebook.pay_readings:
            for option in list(reading.options)[1:]:
                other = _prices(self.rulebook.configure(readings={reading.key: option}))
                assert other != usual, f"{reading.key}={option} changes no way and no pay"

    # What is counted

    def test_ways_sum_to_the_number_of_deals(self, rules: Rules) -> None:
        odds = GameOdds(rules)
        for wager in rules.wagers:
            assert sum(odds[wager.key].ways) == _number_of_deals(rules, wager), wager.key

    def test_every_row_has_a_deal_that_reaches_it(self, rules: Rules) -> None:
        for wager in rules.wagers:
            reached = [witness.row.key for witness in witnesses(rules, wager)]
            missed = [row.key for row in wager.rows if row.key not in reached]
            assert not missed, f"no deal reaches {', '.join(missed)} of {wager.key}"

    def test_the_deal_of_every_row_settles_to_it(self, rules: Rules) -> None:
        settler, meter = Settler(rules), 0 if has_jackpot(rules) else None
        for line in witness_lines(rules, ()):
            row, wager, folded = line.witness.row, line.wager, line.witness.folded
            own, others = (line.bystander, [line.player]) if wager.envy else (line.player, [])
            bets = {self.rulebook.main[0]: UNIT, **line.bets} if folded else line.bets
            box = settle_box(settler, own, line.dealer, bets, line.fourth, folded, meter, others)
            rows = [paid.row.key for paid in box.lines if paid.wager.key == wager.key]
            shown = [row.key] if row.pay.staked or row.pay.is_win else []
            assert rows == shown, f"{wager.key}, {own} against {line.dealer}"

    # One deal and many

    def test_one_deal_settles_as_many_do(self, rules: Rules) -> None:
        deals = with_witnesses(rules, random_deals(rules, self.deals, seed=1))
        for wager in rules.wagers:
            table, many = compiled(wager), wager.result(deals)
            for number, deal in enumerate(one_by_one(deals)):
                single = Deal(*deal)
                rows = int(wager.result(single)), int(many[number]), table.row(*deal)
                assert len(set(rows)) == 1, f"{wager.key}: one, many, compiled: {rows}, {deal}"
                holds = [bool(row.when.ask(single)) for row in wager.rows[: rows[0] + 1]]
                assert holds == [False] * rows[0] + [True], f"{wager.key}, {deal}"

    def test_the_plain_settlement_agrees(self, rules: Rules) -> None:
        plain = self._plain()
        if plain is None:
            pytest.skip("no plain settlement is given")
        settler = Settler(rules)
        deals = with_witnesses(rules, random_deals(rules, self.deals, seed=2))
        for deal in plain_deals(rules, deals, seed=3):
            ours = {
                line.wager.key: (line.row.key, line.net) for line in settled(settler, deal).lines
            }
            theirs = dict(plain(deal))
            # A wager on which nothing is staked and nothing paid may be left out or named.
            unpaid = {key for key, (_, net) in theirs.items() if key not in ours and net == 0}
            theirs = {key: end for key, end in theirs.items() if key not in unpaid}
            assert ours == theirs, f"by the rulebook, then plainly: {deal}"

    def _plain(self) -> PlainSettlement | None:
        """The function itself, not bound as a method of the class."""
        plain = inspect.getattr_static(type(self), "plain")
        return cast(
            "PlainSettlement | None", plain.__func__ if isinstance(plain, staticmethod) else plain
        )

    # What is made of it

    def test_simulation_keeps_to_the_exact_odds(self, rules: Rules) -> None:
        # The best strategy for the main bet, whatever else is staked, so that some hands fold.
        strategy = best(rules) if rules.rulebook.decision else BEST
        result = simulate(rules, self.rounds, boxes=3, strategy=strategy, seed=7)
        assert result.agrees, result.verdict
        assert abs(result.z) < 5, "the house edge is off by five standard errors"

    def test_par_sheet(self) -> None:
        rules = self.rulebook.configure()
        sheet = json.loads(par_json_bytes(ParSheet(rules)))
        assert (sheet["game"], sheet["fingerprint"]) == (rules.key, rules.fingerprint)
        assert list(sheet["wagers"]) == [wager.key for wager in rules.wagers]
        assert set(RULEBOOKS.source(rules.key).hashes()) <= set(sheet["rule_files"])

    def test_rule_card(self) -> None:
        rules = self.rulebook.configure()
        data = json.loads(card_json(rules))
        assert data["hands"], "hand_order of the rulebook says how hands rank"
        page = card(rules, "html").decode()
        assert rules.rulebook.title in page
        assert all(wager.title in page for wager in rules.wagers if wager.is_staked)

    def test_a_written_round_replays(self, rules: Rules) -> None:
        settler = Settler(rules)
        for deal in plain_deals(rules, random_deals(rules, 5, seed=4), seed=5):
            record = read(round_text(rules, deal))
            outcomes = list(run(record))
            for outcome in outcomes:
                assert not isinstance(outcome.answer, Refusal), outcome.answer
            final = outcomes[-1].after.round
            assert final.phase == SETTLED
            paid = {(p.wager, p.row, p.net) for p in final.payments}
            lines = settled(settler, deal).lines
            assert paid == {(line.wager.key, line.row.key, line.net) for line in lines}, str(deal)
            text = write(record)
            assert write(read(text)) == text
            assert as_json(from_json(as_json(record))) == as_json(record)

    # What happens at a table

    def test_random_walks_balance_and_leak_nothing(self) -> None:
        walk(self.rulebook, self.tables, plain=self._plain())


def _prices(rules: Rules) -> list[object]:
    """What a reading of pay can change: ways, pays, and whom an envy pays.

    Every hand plays here, and then every hand folds: a reading may decide hands for which the best
    strategy does otherwise.
    """
    decisions = (True, False) if rules.rulebook.decision else (True,)
    priced: list[object] = []
    for plays in (np.full(HANDS, decision) for decision in decisions):
        main = MainBet(rules).under(plays)
        for wager in rules.wagers:
            follows = rules.rulebook.decision and wager.key in rules.rulebook.main
            ways = main.of(wager) if follows else count_under(wager, plays)
            priced.append([(row.key, row.pay, n) for row, n in zip(wager.rows, ways, strict=True)])
    for wager in rules.wagers:
        if wager.envy:
            envy = wager.envy
            priced.append((envy.hands.under(rules.readings), envy.once_per.under(rules.readings)))
    return priced


def _number_of_deals(rules: Rules, wager: Wager) -> int:
    """Of the cards that decide a wager, worked out from what it reads."""
    if rules.rulebook.decision and wager.key in rules.rulebook.main:
        return DEALS  # Counted under the best strategy, over all deals.
    if wager.columns("six"):  # With a decision it matters which three cards are the player's.
        return DEALS if wager.reads_decision() else SIX_CARD_SETS
    if wager.columns("fourth"):
        return HANDS * FOURTH_CARDS
    reads_player = wager.columns("player") or wager.reads_decision()
    return DEALS if reads_player and wager.columns("dealer") else HANDS
