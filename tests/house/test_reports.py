"""Reports from the ledger: each figure again by a plain fold over the events, to the unit."""

import random
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest

from pitboss.errors import NoHouse, NoRounds, PitbossError
from pitboss.house.records.days import SECOND, GamingDay
from pitboss.house.records.ledger import player
from pitboss.house.reporting.breakage_report import breakage
from pitboss.house.reporting.decision_costs import DecisionCosts
from pitboss.house.reporting.jackpot_report import Jackpots, jackpots
from pitboss.house.reporting.living_par import LivingPar
from pitboss.house.reporting.player_sheet import PlayerSheet, player_sheet
from pitboss.house.reporting.records import Scope, open_records
from pitboss.house.reporting.results import Results, drop, results
from pitboss.house.reporting.void_report import Voids
from pitboss.house.settings.house_file import read_house_file
from pitboss.house.storage.schema import connect_to_read
from pitboss.house.tables.practice import FoldHand, Seed, shoe_of
from pitboss.play import Settled
from pitboss.rehearsal import rehearse
from pitboss.rehearsal.days import DEMO
from pitboss.reports.report import report_json
from pitboss.server.advice import advice
from tests.house.conftest import new_url
from tests.support.enumeration import DEALERS, HANDS, STAKE, plainly
from tests.support.floor import Reported, come_to_the_floor
from tests.support.houses import (
    EXPIRES_AFTER,
    GAMES,
    Clock,
    Guest,
    assert_in_order,
    balances_of,
    entries_of,
    opened,
    random_command,
)
from tests.support.report_folds import Fold
from tests.support.walked_house import walks_of, write_walks

HOUR = 3_600 * SECOND
SERVERS = ["sqlite", "postgresql"]
COACHED = 20  # Hands.


@pytest.fixture(scope="module")
def walks():
    """Tables of every game at which anything may have happened."""
    return [walk for game in GAMES for walk in walks_of(game, 6)]


@pytest.fixture(scope="module", params=SERVERS)
def server(request):
    return request.param


@pytest.fixture(scope="module")
def walked(request, server, tmp_path_factory, walks):
    """The records of a house with those tables, and the fold over its events."""
    folder = tmp_path_factory.mktemp("walked")
    url = new_url(request, server, folder)
    write_walks(url, walks)
    with open_records(folder, url) as records:
        yield records, folded(url, records)


@pytest.fixture(scope="module")
def played(request, server, tmp_path_factory):
    """The same of a house of guests who played for days, came back, ran out of money and left."""
    folder = tmp_path_factory.mktemp("played")
    url = new_url(request, server, folder)
    clock, chance, coached = Clock(), random.Random(5), {}
    with opened(folder, url=url, clock=clock) as house:
        gone = Guest(house, "three-card-poker", "gone")
        gone.deal({1: {"ante": 500, "progressive": 250}})
        games = (*GAMES, "three-card-poker", "three-card-prime")  # Two more with decisions.
        guests = [Guest(house, game, f"guest {at}") for at, game in enumerate(games)]
        for step in range(240):
            guest = guests[step % len(guests)]
            standing = guest.look()
            clock.now += chance.choice((5, 20, 60)) * SECOND
            if step % 50 == 49:
                clock.now += chance.randint(2, 30) * HOUR
            if standing.balance < 30_000:
                house.grant(guest.id, f"g{step}").result(30)
            reply = guest.ask(random_command(chance, standing.table))
            table = reply.standing.table
            is_over = any(isinstance(event, Settled) for event in reply.events)
            if is_over and len(coached) < COACHED:  # The coach takes its time.
                for hand in advice(table):
                    coached[f"{table.id}-{table.round.number}", hand.box] = hand
        clock.now += EXPIRES_AFTER + SECOND
        for guest in guests[1:]:
            guest.look()  # They are here again; two are not.
        house.sweep().result(30)
    assert_in_order(folder, url=url)
    with open_records(folder, url) as records:
        yield records, folded(url, records), coached


def folded(url, records):
    engine = connect_to_read(url)
    fold = Fold(entries_of(engine), records.gaming_day.of, records.setup)
    fold.balances = balances_of(engine)
    engine.dispose()
    return fold


def scopes_of(records, fold):
    """The whole house, each day, some tables, every game, and a game on some days."""
    days = sorted({day for day, *_ in fold.results})
    yield Scope()
    for day in days[:: max(len(days) // 3, 1)]:
        yield Scope(day, day)
    yield Scope(days[0], days[len(days) // 2])
    yield Scope(last_day=days[-2])
    for table in sorted({table for _, table, *_ in fold.results})[:2]:
        yield Scope(table=table)
    for game in GAMES:
        yield Scope(game=game)
        yield Scope(first_day=days[1], game=game)


def within(scope, day, table, game):
    return (
        (scope.first_day is None or day >= scope.first_day)
        and (scope.last_day is None or day <= scope.last_day)
        and scope.table in (None, table)
        and scope.game in (None, game)
    )


# Results


@pytest.mark.parametrize("house", ["walked", "played"])
def test_results_are_the_fold_of_the_events_to_the_unit(house, server, request):
    records, fold = request.getfixturevalue(house)[:2]
    compared = 0
    for scope in scopes_of(records, fold):
        expected = {
            key: amounts
            for key, amounts in fold.by_wager().items()
            if within(scope, key[0], key[1], records.game_of(key[2]))
        }
        try:
            figures = Results(records, scope)
        except NoRounds:
            assert expected == {}
            continue
        sums = defaultdict(lambda: (0, 0, 0))
        for day, line, _ in figures.bets:
            key = day, line.table, line.fingerprint, line.wager
            amounts = line.bets, line.handle, line.win
            sums[key] = tuple(a + b for a, b in zip(sums[key], amounts, strict=True))
        assert {key: amounts for key, amounts in sums.items() if any(amounts)} == expected
        assert figures.ledger_check().difference == 0
        compared += len(expected)
    assert compared > 200


@pytest.mark.parametrize("house", ["walked", "played"])
def test_rounds_drop_and_prices_in_progress(house, server, request):
    records, fold = request.getfixturevalue(house)[:2]
    figures = Results(records, Scope())
    rounds = Counter()
    for day, table, _, number, _ in figures.rounds:
        rounds[day, table] += number
    assert +rounds == +fold.rounds
    assert -rounds == -fold.rounds
    assert {day: amount for day, amount in figures.drops.items() if amount} == fold.drop
    check = figures.ledger_check()
    assert check.in_progress == sum(fold.progress.values())
    kinds = ("bank", "meter", "breakage")
    held = sum(amount for account, amount in fold.balances.items() if account.kind in kinds)
    assert check.moved == held == check.win + check.in_progress


def test_the_walks_have_what_the_ledger_does_not_show(walked):
    """Else the comparisons would say little."""
    _, fold = walked
    assert sum(was_settled for _, _, was_settled, *_ in fold.voids) > 2
    assert sum(not was_settled for _, _, was_settled, *_ in fold.voids) > 2
    assert any(fold.breakage.values())
    assert any(handle < 0 for _, handle, _ in fold.by_wager().values())


def test_the_squares_of_stakes_and_wins_are_those_of_boxes_and_rounds(played):
    records, fold, _ = played
    figures = Results(records, Scope())
    boxes, rounds, wins = Counter(), Counter(), Counter()
    for (table, number), lines in fold.lines.items():
        fingerprint = fold.fingerprint_of[table, number]
        by_wager = Counter()
        for _, _, wager, _, stake, _ in lines:
            boxes[table, fingerprint, wager] += stake**2
            by_wager[wager] += stake
        for wager, stake in by_wager.items():
            rounds[table, fingerprint, wager] += stake**2
        wins[table] += fold.nets[table, number] ** 2
    by_box, by_round, by_win = Counter(), Counter(), Counter()
    for _, sums, _ in figures.bets:
        by_box[sums[:3]] += sums.box_squares
        by_round[sums[:3]] += sums.round_squares
    for line in figures.rounds:
        by_win[line.table] += line.win_squares
    assert (by_box, by_round, by_win) == (boxes, rounds, wins)
    assert any(rounds[key] > boxes[key] for key in boxes)


def test_the_exact_edge_is_the_one_of_the_rules_and_the_errors_are_in_proportion(played):
    records, _, _ = played
    report = results(records, Scope())
    by_wager = next(section for section in report.sections if section.key == "by_wager")
    rows = {(row[1], row[3]): row for row in by_wager.rows}
    odds = {f: Results(records, Scope()).edges[f].odds for f in records.fingerprints}
    compared = 0
    for f, game_odds in odds.items():
        for key, wager_odds in game_odds.items():
            row = rows.get((records.game_of(f), key))
            if row and wager_odds.wager.is_staked and not wager_odds.wager.has_jackpot:
                assert row[9] == wager_odds.house_edge
                handle, error = row[6], row[10]
                least = wager_odds.standard_deviation / (row[5] ** 0.5)
                assert error > least * 0.99  # Stakes differ and boxes are correlated.
                assert error < 5 * wager_odds.standard_deviation * handle
                compared += 1
    assert compared > 15


def test_the_exact_edge_of_a_progressive_is_that_at_the_average_meter(played):
    records, fold, _ = played
    scope = Scope(game="three-card-poker")
    row = next(row for row in results(records, scope).sections[0].rows if row[3] == "progressive")
    figures = Results(records, scope)
    (edges,) = (edges for edges in figures.edges.values() if edges.rules.has_jackpot)
    held, bets = Counter(), Counter()
    for key, (number, meter) in fold.meters_at_close.items():
        if key in fold.nets:
            held[fold.settled_on[key], key[0]] += number * meter
            bets[fold.settled_on[key], key[0]] += number
    lines = [line for line in figures.bets if line.sums.wager == "progressive"]
    meters = {(line.day, line.sums.table): line.meter for line in lines}
    assert meters == {place: Fraction(held[place], bets[place]) for place in bets}
    assert len(meters) > 3
    expected = sum(
        edges.edge("progressive", 0) * line.sums.handle
        - Fraction(line.sums.handle, 250) * line.meter / 22_100
        for line in lines
    )
    assert row[9] == expected / sum(line.sums.handle for line in lines)


# Row counts, meters, breakage, voids


@pytest.mark.parametrize("house", ["walked", "played"])
def test_rows_are_counted_box_by_box(house, server, request):
    records, fold = request.getfixturevalue(house)[:2]
    for scope in (Scope(), *(Scope(game=game) for game in GAMES)):
        rows, together = Counter(), Counter()
        for key, by_box in fold.rows.items():
            fingerprint = fold.fingerprint_of[key]
            if scope.game in (None, records.game_of(fingerprint)):
                for (_, wager), row in by_box.items():
                    rows[fingerprint, wager, row] += 1
                for wager, boxes in Counter(wager for _, wager in by_box).items():
                    together[fingerprint, wager, boxes] += 1
        counts = LivingPar(records, scope).counts
        assert rows == {(*k, row): n for k, of in counts.items() for row, n in of.rows.items() if n}
        assert together == {
            (*k, b): n for k, of in counts.items() for b, n in of.rounds.items() if n
        }


def test_rounds_of_some_days_are_counted_as_they_stand_now(walked):
    """A void of a later day takes back what was counted, on the day that it was settled."""
    records, fold = walked
    days = sorted(set(fold.settled_on.values()))
    total = Counter()
    for day in days:
        try:
            counts = LivingPar(records, Scope(day, day)).counts
        except NoRounds:
            continue
        for key, of in counts.items():
            for row, number in of.rows.items():
                assert number >= 0
                total[key, row] += number
    whole = LivingPar(records, Scope()).counts
    assert +total == {(key, row): n for key, of in whole.items() for row, n in of.rows.items() if n}


@pytest.mark.parametrize("house", ["walked", "played"])
def test_meters_are_what_was_put_on_them_less_what_was_paid(house, server, request):
    records, fold = request.getfixturevalue(house)[:2]
    figures = Jackpots(records, Scope())
    meters = {owner: amount for owner, amount in figures.held_now.items() if amount}
    assert meters == {table: amount for table, amount in fold.meters.items() if amount}
    assert figures.held_after == figures.held_now
    days = sorted({day for day, *_ in fold.results})
    before = Jackpots(records, Scope(last_day=days[0]))
    after = Jackpots(records, Scope(first_day=days[1]))
    assert {o: n for o, n in before.held_after.items() if n} == {
        o: n for o, n in after.held_before.items() if o in before.owners
    }
    for owner, moved in after.moved.items():
        assert after.held_before[owner] + sum(moved.values()) == after.held_after[owner]
    report = jackpots(records, Scope())
    assert report.facts[1].value == sum(fold.meters.values())
    if house == "played":
        assert report.alarms == ()


def test_breakage_by_wager(walked):
    records, fold = walked
    (section,) = breakage(records, Scope()).sections
    told = {(row[1], row[2]): row[7] for row in section.rows if row[7]}
    assert told == {key: amount for key, amount in fold.breakage.items() if amount}
    assert breakage(records, Scope()).facts[1].value == sum(fold.breakage.values())


def test_voids_with_their_reasons_and_what_was_paid_before(walked):
    records, fold = walked
    figures = Voids(records, Scope())
    told = sorted(
        (void.table, void.round, void.was_settled, net if void.was_settled else None,
         void.because.says)
        for void, net in figures.judged
    )  # fmt: skip
    assert told == sorted(fold.voids)
    stood = Counter()
    for key in fold.lines:
        stood[fold.fingerprint_of[key]] += 1
    assert +figures.stood == stood
    assert sum(figures.won.values()) == sum(fold.nets[key] > 0 for key in fold.lines)


# Decisions


def plain_costs(records, fold):
    """By round: what its decisions cost, by every hand against every dealer's hand, plainly."""
    worth = {}
    for key, lines in fold.lines.items():
        fingerprint = fold.fingerprint_of[key]
        rules = records.setup(fingerprint).rules
        if not rules.rulebook.decision:
            continue
        if fingerprint not in worth:
            plain = plainly(rules)
            worth[fingerprint] = {
                tuple(hand): Fraction(int(gain), STAKE * DEALERS)
                for hand, gain in zip(
                    HANDS.tolist(), np.subtract(*plain.values(rules)), strict=True
                )
            }
        entropy, secret = fold.shuffled[key]
        shoe = shoe_of(Seed(key[1], "", bytes.fromhex(secret)), entropy, key[0], fingerprint)
        costs = []
        for box, bettor, played in fold.decided[key]:
            hand = tuple(sorted(shoe.hand(fold.places[key][box])))
            gain = worth[fingerprint][hand] * (1 if played else -1)
            ante = sum(line[4] for line in lines if line[:3] == [box, bettor, "ante"])
            costs.append(max(-gain, 0) * ante)
        yield key, costs


def test_what_decisions_cost_is_the_plain_enumeration_hand_by_hand(played):
    records, fold, _ = played
    expected, decided, wrong = Counter(), 0, 0
    for (table, number), costs in plain_costs(records, fold):
        day, fingerprint = fold.settled_on[table, number], fold.fingerprint_of[table, number]
        expected[day, table, fingerprint] += sum(costs)
        decided += len(costs)
        wrong += sum(cost > 0 for cost in costs)
    figures = Results(records, Scope())
    ours = {(line.day, line.table, line.fingerprint): line.mistakes for line in figures.decisions}
    assert {place: cost for place, cost in ours.items() if cost} == +expected
    assert sum(line.decisions for line in figures.decisions) == decided > 40
    assert sum(line.wrong for line in figures.decisions) == wrong > 10
    assert sum(line.unpriced for line in figures.decisions) == 0
    whole = figures.grouped(lambda day, table, f: 0)[0]
    assert whole.mistakes == sum(expected.values())
    assert whole.edge_as_played == whole.exact_edge + whole.mistakes / whole.handle


def test_decisions_are_split_by_table_day_and_wager(played):
    records, _, _ = played
    report = report_json(results(records, Scope()))
    sections = report["sections"]
    cost = report["cost_of_decisions"]
    for key in ("by_table", "by_day", "by_wager", "luck_and_play"):
        rows = sections[key]["rows"]
        costs = [row["cost_of_decisions"] or 0 for row in rows]
        assert abs(sum(costs) - cost) <= len(rows), key
    assert {row["wager"] for row in sections["by_wager"]["rows"] if row["cost_of_decisions"]} == {
        "ante"
    }
    for row in sections["luck_and_play"]["rows"]:
        parts = row["win_under_best_play"], row["cost_of_decisions"], row["luck"]
        assert row["win"] == sum(parts)
    whole = sections["by_day"]["total"]
    as_played = whole["exact_edge"] + cost / whole["handle"]
    assert whole["edge_as_played"] == pytest.approx(as_played, abs=1e-6)
    assert "luck_and_play" not in report_json(results(records, Scope(game=GAMES[0])))["sections"]


def test_a_round_that_was_voided_cost_nothing(request, tmp_path, monkeypatch):
    come_to_the_floor(monkeypatch)
    url = new_url(request, "sqlite", tmp_path)
    with opened(tmp_path, url=url, clock=Clock()) as house:
        guest = Guest(house, "three-card-poker")
        for number in range(12):
            guest.deal({1: {"ante": 500}, 2: {"ante": 1500}}, bytes([number]).hex() * 32)
            guest.ask(FoldHand(1))
            rest = Reported("deck-count") if number == 5 else FoldHand(2)
            assert guest.ask(rest).refusal is None
    with open_records(tmp_path, url) as records:
        fold = folded(url, records)
        costs = dict(plain_costs(records, fold))
        figures = Results(records, Scope())
        assert len(costs) == 11
        assert sum(line.decisions for line in figures.decisions) == 22
        (whole,) = figures.grouped(lambda day, table, f: 0).values()
        assert whole.mistakes == sum(map(sum, costs.values())) > 0


def test_stakes_are_those_that_stand_now(played):
    """Of a round that was changed after its settlement, all of its events are followed."""
    records, fold, _ = played
    span = records.span(Scope())
    as_settled, as_it_stands = (
        list(DecisionCosts(records, Scope(), changed).within(span)) for changed in ((), fold.lines)
    )
    assert as_settled == as_it_stands
    assert len(as_settled) > 40


# The player


def test_a_session_sheet_is_the_players_money(played):
    """By the balance: what was granted, less what is left, is what the house won."""
    records, fold, _ = played
    people = {account.owner for account in fold.balances if account.kind == "player"}
    compared = 0
    for person in people:
        try:
            sheet = PlayerSheet(records, Scope(), person)
        except NoRounds:
            continue
        win = sum(round.win for round in sheet.rounds)
        lines = [line for of in fold.lines.values() for line in of if line[1] == person]
        assert win == -sum(line[5] for line in lines)
        assert sum(round.handle for round in sheet.rounds) == sum(line[4] for line in lines)
        on_felt = sum(
            stake
            for key, stakes in fold.bets.items()
            if key not in fold.nets
            for (_, bettor, _), stake in stakes.items()
            if bettor == person
        )
        left = fold.balances[player(person)] + on_felt
        if left:  # Nobody was swept out.
            assert drop(records, sheet.span, person) - left == win
            compared += 1
    assert compared == 6


def test_wrong_decisions_cost_what_the_coach_said(played):
    records, fold, coached = played
    people = {account.owner for account in fold.balances if account.kind == "player"}
    decisions = {}
    for person in people:
        try:
            rounds = PlayerSheet(records, Scope(), person).rounds
        except NoRounds:
            continue
        for round in rounds:
            for decision in round.decisions:
                decisions[round.id, decision.box] = decision
            assert round.unpriced == 0
    assert len(decisions) > COACHED
    assert len(coached) >= COACHED
    for key, hand in coached.items():
        decision = decisions[key]
        assert (decision.best, decision.chosen) == (hand.best, hand.chosen)
        cost = hand.cost if hand.best != hand.chosen else 0
        assert abs(decision.cost - cost) <= Fraction(1, 2)
    assert any(decision.cost for decision in decisions.values())


def test_sittings_begin_after_an_hour_away(played):
    records, fold, _ = played
    sheets = []
    for account in fold.balances:
        if account.kind == "player":
            try:
                sheets.append(PlayerSheet(records, Scope(), account.owner))
            except NoRounds:
                continue
    assert max(len(sheet.sittings) for sheet in sheets) > 1
    for sheet in sheets:
        for one, next_one in zip(sheet.sittings, sheet.sittings[1:], strict=False):
            assert next_one.began - one.ended > HOUR
        assert sum(len(sitting.rounds) for sitting in sheet.sittings) == len(sheet.rounds)


def test_the_theoretical_win_is_edge_times_handle(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, "three-card-poker")
        for number in range(4):
            guest.deal({2: {"ante": 1000, "pair-plus": 300}}, f"{number:064x}")
            guest.decide_all()
        odds = guest.look().table.setup.rules
        person = guest.id
    with open_records(tmp_path) as records:
        sheet = PlayerSheet(records, Scope(), person)
        edges = sheet.edges(sheet.rounds[0].fingerprint)
        theory = sheet.theoretical_win(sheet.rounds)
        assert theory == 4 * (
            1000 * edges.odds.main.house_edge + 300 * edges.odds["pair-plus"].house_edge
        )
        report = player_sheet(records, Scope(), "Guest 1")
        facts = {fact.key: fact.value for fact in report.facts}
        assert facts["theoretical_win"] == round(theory)
        assert facts["decisions"] == 4
        assert odds.key == "three-card-poker"


# A house with settings of its own


def test_a_shared_jackpot_banks_and_whole_dollars(tmp_path):
    """A rehearsed day: two kinds of poker table feed one meter, and one table rounds."""
    rehearse(tmp_path, read_house_file(DEMO), days=1, tables=8, seed=3)
    with open_records(tmp_path) as records:
        engine = records.archive.engine
        fold = Fold(entries_of(engine), records.gaming_day.of, records.setup)
        balances = balances_of(engine)
        figures = Results(records, Scope())
        assert figures.ledger_check().difference == 0
        wins = Counter()
        for _, sums, _ in figures.bets:
            wins[sums.table] += sums.win
        assert wins == _wins(fold)
        for table in wins:  # Fills and credits of its bank, and its jackpot, are no win.
            assert Results(records, Scope(table=table)).ledger_check().difference == 0
        report = jackpots(records, Scope())
        assert report.alarms == ()
        meters, theory, _ = report.sections
        ((owner, tables, *_, now),) = meters.rows
        assert (owner, tables) == ("city", 2)
        assert now == balances["meter", "city"] == sum(fold.meters.values()) + 500_000
        assert len(theory.rows) == 2
        taken = breakage(records, Scope()).facts[1].value
        assert taken == balances["breakage", "house"] == sum(fold.breakage.values()) > 0


def _wins(fold):
    wins = Counter()
    for (_, table, _, _), (_, _, win) in fold.by_wager().items():
        wins[table] += win
    return wins


# What can't be reported


def test_what_is_not_there_is_said_in_one_sentence(played, tmp_path):
    records, _, _ = played
    day = GamingDay().of(0)
    with pytest.raises(NoRounds, match=r"^No round was settled: 1969-12-31\.$"):
        results(records, Scope(day, day))
    for report in (results, LivingPar, breakage, Voids):
        with pytest.raises(PitbossError, match="There is no table nowhere"):
            report(records, Scope(table="nowhere"))
        with pytest.raises(PitbossError, match="There is no game 'faro'"):
            report(records, Scope(game="faro"))
    with pytest.raises(PitbossError, match="There is no table house"):
        results(records, Scope(table="house"))
    with pytest.raises(PitbossError, match="There is nobody called 'nobody'"):
        player_sheet(records, Scope(), "nobody")
    with pytest.raises(NoRounds, match="There is no jackpot: three-pictures, all days"):
        jackpots(records, Scope(game="three-pictures"))
    with pytest.raises(NoHouse, match="There is no house in"), open_records(tmp_path):
        pass
