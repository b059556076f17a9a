"""Round search: every filter finds what a plain look at the whole journal finds."""

import random
from collections import Counter

import pytest
import sqlalchemy as sa

from pitboss.errors import BadConfiguration, NoHouse, PitbossError, UnknownName
from pitboss.house.rounds.archive import open_archive
from pitboss.house.rounds.search import IRREGULAR, Wanted, find, search
from pitboss.house.storage.schema import TABLES, connect
from pitboss.house.tables.recovery import events_of
from pitboss.play import events as e
from pitboss.rulebooks import RULEBOOKS
from tests.house.conftest import new_url
from tests.support.disputed_house import ANNA, BEN, disputed_house
from tests.support.houses import entries_of


class PlainRound:
    """A round by its events alone, added up as a person would: the second road."""

    def __init__(self, table, number, game, opened):
        self.table, self.number, self.game, self.opened = table, number, game, opened
        self.stakes, self.last, self.rows = Counter(), {}, {}
        self.payments, self.marks = [], set()
        self.counted, self.is_over = opened, False

    @property
    def id(self):
        return f"{self.table}-{self.number}"

    def take(self, event):
        bet = tuple(getattr(event, name, None) for name in ("box", "bettor", "wager"))
        match event:
            case e.BetPlaced() | e.Played():
                self.stakes[bet] += event.amount
                self.last[bet] = self.stakes[bet]
            case e.BetReduced():
                self.stakes[bet] -= event.amount
                self.last[bet] = self.stakes[bet]
            case e.BetRemoved():
                self.stakes[bet] = 0
                self.last[bet] = event.amount
            case e.Settled():
                self.payments = list(event.payments)
                self.is_over = True
            case e.PaymentCorrected():
                paid = self.payments[event.line]
                self.payments[event.line] = paid._replace(row=event.row, net=event.net)
                self.marks.add("corrected")
            case e.Voided():
                self.payments = []
                self.marks.add("void")
                self.is_over = True
            case e.IncidentReported():
                self.marks.add("incident")

    def bets(self):
        """(box, bettor, wager, stake, row) of every bet and bonus."""
        rows = {}
        for paid in self.payments:
            rows.setdefault(paid[:3], set()).add(paid.row)
        for bet in {*self.last, *rows}:
            for row in rows.get(bet, {None}):
                yield *bet, self.last.get(bet, 0), row

    def fits(self, wanted):
        if wanted.table not in (None, self.table) or wanted.game not in (None, self.game):
            return False
        if wanted.since is not None and self.opened < wanted.since:
            return False
        if wanted.before is not None and self.opened >= wanted.before:
            return False
        if wanted.counted is not None:
            start, end = wanted.counted
            if not start <= self.counted < end:
                return False
        if wanted.irregular and not self.marks:
            return False
        asked = (wanted.box, wanted.bettor, wanted.wager, wanted.amount, wanted.outcome)
        if asked == (None,) * 5 and wanted.at_least is None:
            return True
        return any(
            all(a in (None, b) for a, b in zip(asked, bet, strict=True))
            and bet[3] >= (wanted.at_least or 0)
            for bet in self.bets()
        )


def all_rounds(engine):
    """Every round of a house, the newest first."""
    with engine.connect() as connection:
        games = dict(connection.execute(sa.select(TABLES.c.id, TABLES.c.game)).all())
    rounds = {}
    for entry in entries_of(engine):
        if entry.round:
            key = entry.stream, entry.round
            if key not in rounds:
                rounds[key] = PlainRound(*key, games[entry.stream], entry.time)
            if not rounds[key].is_over:
                rounds[key].counted = entry.time
            for event in events_of(entry):
                about = getattr(event, "round", entry.round)
                if type(event).__name__ in e.EVENTS:
                    rounds[entry.stream, about].take(event)
    return list(reversed(rounds.values()))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request, tmp_path_factory):
    """An archive and, by the second road, every round in it."""
    folder = tmp_path_factory.mktemp("disputed")
    url = new_url(request, request.param, folder)
    disputed_house(folder, url)
    engine = connect(url)
    rounds = all_rounds(engine)
    engine.dispose()
    with open_archive(folder, url) as archive:
        yield archive, rounds


def check(house, **asked):
    archive, rounds = house
    wanted = Wanted(**asked)
    expected = [round.id for round in rounds if round.fits(wanted)]
    assert [line.id for line in search(archive, wanted)] == expected, wanted
    return expected


def seen(rounds):
    """By filter: the values that would find something."""
    bets = [bet for round in rounds for bet in round.bets()]
    counted = [round.counted for round in rounds]
    return {
        "table": sorted({round.table for round in rounds}),
        "game": sorted({round.game for round in rounds}),
        "since": sorted(round.opened for round in rounds),
        "before": sorted(round.opened for round in rounds),
        "counted": sorted((at, at + length) for at in counted for length in (1, 3_600_000_000)),
        **{
            name: sorted({bet[place] for bet in bets} - {None})
            for place, name in enumerate(("box", "bettor", "wager", "amount", "outcome"))
        },
        "at_least": sorted({bet[3] for bet in bets}),
    }


def test_without_a_filter_every_round_is_found_the_newest_first(house):
    assert len(check(house)) > 80


@pytest.mark.parametrize("name", Wanted._fields[:-1])
def test_each_filter_alone_finds_what_a_plain_scan_finds(house, name):
    values = seen(house[1])[name]
    some = values if len(values) <= 16 else random.Random(1).sample(values, 16)
    found = [len(check(house, **{name: value})) for value in some]
    assert sum(found) > 0
    assert name in ("since", "at_least") or min(found) < len(house[1])


def test_filters_together_hold_for_one_and_the_same_bet(house):
    rounds = house[1]
    chance, values, hits = random.Random(4), seen(rounds), 0
    bets = [(round, bet) for round in rounds for bet in round.bets()]
    for _ in range(60):
        round, (box, bettor, wager, stake, row) = chance.choice(bets)
        true = {
            "table": round.table, "game": round.game, "since": round.opened, "box": box,
            "bettor": bettor, "wager": wager, "amount": stake, "outcome": row,
        }  # fmt: skip
        asked = dict(chance.sample(sorted(true.items(), key=str), chance.randint(2, 5)))
        if chance.random() < 0.5:  # One of them belongs to another bet, perhaps.
            name = chance.choice([name for name in asked if name != "since"])
            asked[name] = chance.choice(values[name])
        hits += bool(check(house, **asked))
    assert 25 < hits < 60


def test_a_bet_that_was_taken_back_is_found_with_what_it_was(house):
    wanted = Wanted(wager="tie", amount=300, game="three-pictures")
    *_, left = search(house[0], wanted)
    assert (left.staked, left.phase, left.marks) == (0, "betting", ("time-out", "not over"))


def test_a_lost_progressive_is_found_though_it_leaves_no_transfer(house):
    assert check(house, wager="progressive", outcome="no-win")


def test_incidents_voids_and_corrections(house):
    archive, rounds = house
    assert check(house, irregular=True) == ["LATE0001-1", "VOIDED01-1"]
    lines = {line.id: line for line in find(archive, Wanted(irregular=True), 10)}
    assert lines["VOIDED01-1"].marks == ("incident", "void")
    assert lines["LATE0001-1"].marks == ("corrected",)
    assert {mark for line in lines.values() for mark in line.marks} == set(IRREGULAR)
    assert check(house, irregular=True, bettor=BEN, amount=700) == ["VOIDED01-1"]
    opened = {round.id: round.opened for round in rounds}
    assert check(house, irregular=True, since=opened["LATE0001-1"]) == ["LATE0001-1"]


def test_a_line_says_what_a_round_came_to(house):
    archive, rounds = house
    by_id = {round.id: round for round in rounds}
    for line in find(archive, Wanted(), 10_000):
        plain = by_id[line.id]
        assert (line.opened, line.game) == (plain.opened, plain.game)
        assert line.net == sum(paid.net for paid in plain.payments)
        assert line.staked == sum(plain.stakes.values())
        if plain.payments:
            assert line.staked == sum(paid.stake for paid in plain.payments)
            best = max(plain.payments, key=lambda paid: paid.net)
            row = RULEBOOKS[line.game].wager(best.wager).row(best.row)
            assert best.net <= 0 or line.outcomes[0] == row.outcome
        assert set(line.boxes) == {bet[0] for bet in plain.last}
        assert {id for id, _ in line.bettors} == {bet[1] for bet in plain.last}
        assert (line.ended is None) == ("not over" in line.marks)


def test_a_limit_takes_the_newest(house):
    archive, rounds = house
    assert [line.id for line in find(archive, Wanted(), 3)] == [round.id for round in rounds[:3]]
    assert find(archive, Wanted(), 0) == []


def test_people_are_known_by_id_and_by_name(house):
    archive, _ = house
    assert archive.person_called(ANNA.lower()) == archive.person_called("guest  901") == ANNA
    with pytest.raises(UnknownName, match="nobody called 'Guest 903'"):
        archive.person_called("Guest 903")


@pytest.mark.parametrize(
    ("asked", "kind", "code", "says"),
    [
        ({"table": "NOWHERE1"}, UnknownName, "unknown/table", "no table 'NOWHERE1' here"),
        ({"game": "three-card-pokr"}, UnknownName, "unknown/game", "did you mean three-card-poker"),
        ({"wager": "tei"}, UnknownName, "unknown/wager", "did you mean tie?"),
        ({"wager": "prime", "game": "three-card-poker"}, UnknownName, "unknown/wager",
         "no wager 'prime' in three-card-poker"),
        ({"outcome": "perfect-ti"}, UnknownName, "unknown/outcome", "did you mean perfect-tie?"),
        ({"outcome": "tie", "wager": "ante"}, UnknownName, "unknown/outcome", "in ante"),
        ({"box": 0}, BadConfiguration, "unknown/box", "no box 0"),
        ({"box": 17}, BadConfiguration, "unknown/box", "boxes 1 to 16"),
        ({"amount": 5, "at_least": 5}, BadConfiguration, "option/amount", "not for both"),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_refused(house, asked, kind, code, says):
    with pytest.raises(kind) as refused:
        find(house[0], Wanted(**asked), 1)
    assert refused.value.code == code
    assert says in refused.value.message


@pytest.mark.parametrize("box", [1, 16])
def test_the_first_and_the_last_box_may_be_asked_for(house, box):
    archive, rounds = house
    fitting = [round.id for round in rounds if round.fits(Wanted(box=box))]
    assert [line.id for line in find(archive, Wanted(box=box), 10_000)] == fitting


@pytest.mark.parametrize("id", ["", "-1", "VOIDED01", "VOIDED01-", "VOIDED01-x", "VOIDED01-³"])
def test_what_is_no_id_of_a_round_is_refused(house, id):
    with pytest.raises(PitbossError, match="is not the id of a round"):
        house[0].round(id)


@pytest.mark.parametrize("id", ["VOIDED01-0", "VOIDED01-3", "NOWHERE1-1", f"VOIDED01-{'9' * 12}"])
def test_a_round_that_was_not_played_is_refused(house, id):
    with pytest.raises(PitbossError, match=f"There is no round {id}"):
        house[0].round(id)


def test_there_has_to_be_a_house(tmp_path):
    with pytest.raises(NoHouse, match="There is no house in"), open_archive(tmp_path):
        pass


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "house.db").write_text("not a database at all, but long enough to be looked at")
    with pytest.raises(NoHouse, match="is not a database"), open_archive(tmp_path):
        pass
