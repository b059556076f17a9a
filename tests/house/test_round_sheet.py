"""The round sheet: money by the ledger, what is public, other readings, and the proof."""

import json
import random
import sqlite3
from datetime import time
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from pitboss import __version__, games
from pitboss.cards.deck import names
from pitboss.house.records.days import GamingDay
from pitboss.house.rounds.archive import open_archive
from pitboss.house.rounds.other_readings import other_readings
from pitboss.house.rounds.round_sheet import round_sheet
from pitboss.house.rounds.search import Wanted, search
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TRANSFERS, sqlite_url
from pitboss.house.tables.practice import FoldHand
from pitboss.reports.round_sheet.pages import sheet_html, sheet_json, sheet_pages, sheet_pdf
from tests.house.conftest import new_url
from tests.support.disputed_house import (
    ANNA,
    BEN,
    LUCKY,
    PICTURES,
    POKER,
    PRIME,
    PROSPERITY,
    Ticking,
    disputed_house,
)
from tests.support.golden import assert_golden
from tests.support.houses import GAMES, Guest, opened, play_by_chance
from tests.support.led_tables import Books, LedTable
from tests.support.playing import MANAGER


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request, tmp_path_factory):
    """An archive, and the sheets of all its rounds by id."""
    folder = tmp_path_factory.mktemp("sheets")
    url = new_url(request, request.param, folder)
    disputed_house(folder, url)
    with open_archive(folder, url) as archive:
        rounds = [line.id for line in search(archive, Wanted())]
        yield archive, {id: round_sheet(archive, id) for id in rounds}


@pytest.fixture(scope="module")
def sheets(house):
    return house[1]


def one(sheets, **values):
    """A sheet that has these values."""
    return next(s for s in sheets.values() if all(s[key] == value for key, value in values.items()))


def of_expired(sheets, game):
    return next(
        s for s in sheets.values() if s["game"]["key"] == game and s["marks"][:1] == ["time-out"]
    )


# Money


def history_of(archive):
    """By entry: the balance of every account after it, added up transfer by transfer."""
    with archive.engine.connect() as connection:
        accounts = {
            row.id: (row.kind, row.owner) for row in connection.execute(sa.select(ACCOUNTS))
        }
        transfers = connection.execute(sa.select(TRANSFERS).order_by(TRANSFERS.c.id)).all()
        entries = connection.execute(
            sa.select(JOURNAL.c.id, JOURNAL.c.stream, JOURNAL.c.sequence).order_by(JOURNAL.c.id)
        ).all()
    balances, after, at = {}, {}, 0
    for number, stream, sequence in entries:
        while at < len(transfers) and transfers[at].entry == number:
            moved = transfers[at]
            for account, amount in ((moved.debit, -moved.amount), (moved.credit, moved.amount)):
                key = accounts[account]
                balances[key] = balances.get(key, 0) + amount
            at += 1
        after[number] = dict(balances)
        after[stream, sequence] = number
    return after


def test_balances_are_those_of_the_ledger_before_the_first_entry_and_after_the_last(house):
    archive, sheets = house
    after = history_of(archive)
    elsewhere = 0
    for sheet in sheets.values():
        steps = archive.round(sheet["round"]).steps
        first, last = (
            after[step.entry.stream, step.entry.sequence] for step in (steps[0], steps[-1])
        )
        for bettor in sheet["bettors"]:
            account = "player", bettor["id"]
            assert bettor["before"] == after[first - 1].get(account, 0)
            assert bettor["after"] == after[last][account]
            moved = bettor["handed_back"] - bettor["put_down"] + bettor["elsewhere"]
            assert bettor["before"] + moved == bettor["after"]
            if sheet["is_over"]:
                assert bettor["handed_back"] - bettor["put_down"] == bettor["net"]
            elsewhere += bool(bettor["elsewhere"])
        for meter in sheet["jackpots"]:
            account = "meter", meter["meter"]
            assert meter["before"] == after[first - 1].get(account, 0)
            assert meter["after"] == after[last][account]
            moved = meter["contributed"] - meter["paid"] + meter["reset"] + meter["other"]
            assert meter["before"] + moved == meter["after"]
    assert elsewhere  # Somebody played two games at once.
    assert any(sheet["jackpots"] for sheet in sheets.values())


def test_payments_are_those_of_the_round(house):
    archive, sheets = house
    for sheet in sheets.values():
        paid = archive.round(sheet["round"]).round.payments
        assert [(p["box"], p["wager"], p["row"], p["net"]) for p in sheet["payments"]] == [
            (p.box, p.wager, p.row, p.net) for p in paid
        ]
        for payment in sheet["payments"]:
            assert payment["says"]
            assert payment["clauses"] or payment["corrected"]
        cited = {clause for p in sheet["payments"] for clause in p["clauses"]}
        assert cited <= {clause["clause"] for clause in sheet["clauses"] if clause["digest"]}


# What is public


def test_of_a_round_that_is_not_over_only_what_is_public_is_told(house):
    archive, sheets = house
    secret = 0
    for sheet in sheets.values():
        if sheet["is_over"]:
            continue
        played = archive.round(sheet["round"])
        assert sheet["marks"][-1] == "not over"
        assert "seed" not in sheet["shuffle"]
        assert "entropy" not in sheet["shuffle"]
        assert sheet["shuffle"]["verified"] is None
        faces = played.round.faces
        assert [(card["card"] is None, card["shown"]) for card in sheet["cards"]] == [
            (place not in faces, place in faces) for place in range(played.round.dealt)
        ]
        assert sheet["other_readings"]["changes"] == []
        text = sheet_json(sheet).decode()
        assert '"sealed' not in text
        assert all(entry.request not in text for entry in played.entries)  # With the entropy.
        secret += len(sheet["cards"])
    assert secret >= 10  # Cards lay face down somewhere.


def test_once_it_is_over_every_card_and_the_seed_are_told(sheets):
    folded = 0
    for sheet in sheets.values():
        if sheet["is_over"] and "seed" in sheet["shuffle"]:
            assert sheet["shuffle"]["verified"] is True
            assert len({card["card"] for card in sheet["cards"]} - {None}) == len(sheet["cards"])
            folded += any(not card["shown"] for card in sheet["cards"])
    assert folded  # A hand that folded was never shown.


def test_a_seed_that_makes_other_cards_is_not_verified(house, monkeypatch):
    archive, sheets = house
    sheet = next(sheet for sheet in sheets.values() if sheet["shuffle"]["verified"])
    played = archive.round(sheet["round"])
    forged = played.shuffle._replace(seed="00" * 32)
    monkeypatch.setattr(archive, "round", lambda id: played._replace(shuffle=forged))
    shuffle = round_sheet(archive, sheet["round"])["shuffle"]
    assert shuffle["verified"] is False
    assert shuffle["says"] == "The revealed seed is not the one committed to."


# What was done without the player


def test_a_hand_that_ran_out_of_time_is_marked_automatic(sheets):
    sheet = of_expired(sheets, POKER)
    assert [(made["box"], made["decision"], made["automatic"]) for made in sheet["decisions"]] == [
        (1, "played", False), (2, "folded", True),
    ]  # fmt: skip
    assert [hand["decision"] for hand in sheet["hands"]] == ["", "played", "folded by time-out"]
    assert sheet["marks"] == ["time-out"]
    assert sheet["story"][-1]["by"] == "the house"
    slow = sheets["SLOW0001-1"]
    assert [(made["decision"], made["automatic"]) for made in slow["decisions"]] == [
        ("folded", True)
    ]


def test_bets_of_a_guest_who_stayed_away_went_back_automatically(sheets):
    sheet = of_expired(sheets, PICTURES)
    assert (sheet["phase"], sheet["marks"]) == ("betting", ["time-out", "not over"])
    changes = {
        bet["wager"]: [(one["action"], one["amount"], one["total"], one["automatic"])
                       for one in bet["changes"]]
        for bet in sheet["bets"]
    }  # fmt: skip
    assert changes == {
        "initial": [("placed", 500, 500, False), ("raised", 2000, 2500, False),
                    ("removed", 2500, 0, True)],
        "tie": [("placed", 300, 300, False), ("removed", 300, 0, True)],
    }  # fmt: skip
    (bettor,) = sheet["bettors"]
    assert bettor["put_down"] == bettor["handed_back"] == 2800


def test_5_3_bets_of_a_guest_who_stayed_away_were_settled_without_them(sheets):
    sheet = of_expired(sheets, LUCKY)
    assert (sheet["phase"], sheet["marks"]) == ("settled", ["time-out"])
    assert [bet["wager"] for bet in sheet["bets"]] == ["initial", "lucky-tie"]
    assert sum(paid["stake"] for paid in sheet["payments"]) == 2800
    shuffle = sheet["shuffle"]
    assert (shuffle["entropy"], shuffle["absent"], shuffle["verified"]) == ("00" * 32, True, True)
    assert shuffle["says"].endswith("The player had left: 32 zero bytes stand for their entropy.")


# Incidents, voids, corrections, several bettors


def test_a_void_says_why_and_gives_every_bet_back(sheets):
    sheet = sheets["VOIDED01-1"]
    assert (sheet["phase"], sheet["marks"]) == ("void", ["incident", "void"])
    (incident,) = sheet["incidents"]
    assert incident["incident"] == "deck-count"
    assert "rules on incident 0: void-round" in " ".join(incident["says"])
    assert sheet["void"]["clauses"]
    assert [(bet["bettor"], bet["amount"]) for bet in sheet["void"]["bets"]] == [
        (ANNA, 5000), (BEN, 700),
    ]  # fmt: skip
    assert [bettor["after"] - bettor["before"] for bettor in sheet["bettors"]] == [0, 0]
    assert "void" in sheet["other_readings"]["note"]
    assert sheet["times"]["moments"]["void"]


def test_a_late_correction_is_on_the_sheet_of_its_round(sheets):
    sheet = sheets["LATE0001-1"]
    (corrected,) = [paid for paid in sheet["payments"] if paid["corrected"]]
    assert (corrected["bettor"], corrected["says"]) == (ANNA, "A chip was short.")
    assert sheet["marks"] == ["corrected"]
    assert "a chip was short" in sheet["story"][-1]["says"][0]
    assert not any(paid["corrected"] for paid in sheets["LATE0001-2"]["payments"])


def test_everybody_on_a_shared_box_is_told_apart(sheets):
    sheet = sheets["SHARED01-1"]
    assert [bettor["id"] for bettor in sheet["bettors"]] == [ANNA, BEN]
    assert [bettor["seated"] for bettor in sheet["bettors"]] == [[1], []]
    assert sum(bettor["net"] for bettor in sheet["bettors"]) == sheet["net"]
    assert {bet["name"] for bet in sheet["bets"]} == {"Guest 901", "Guest 902"}
    assert sheet["shuffle"]["says"] == "These cards were not made from a seed."


# Other readings

CASES = [
    (PROSPERITY, "tie", "6s Qh Kd  5h Ac Ts", {"initial": 1000, "tie": 200}),
    (PROSPERITY, "perfect-tie", "6s Th Kd  6h Tc Kh", {"initial": 1000, "tie": 200}),
    (PRIME, "copy", "2d  Ks 9d 4c  Kh 9c 4d", {"ante": 1000, "pair-bonus": 100}),
    (LUCKY, "lucky-pictures", "Ks Qs Jh  7h Ts 9c", {"initial": 1000, "lucky-pictures": 300}),
    (POKER, "suited-ace-low", "As 2s 3s  Qh 8c 3d", {"ante": 1000, "pair-plus": 500}),
    (PICTURES, "three-pictures-total", "Ks Qs Jh  Kh 9h Ac", {"initial": 500, "tie": 100}),
]


@pytest.mark.parametrize(("game", "reading", "cards", "bets"), CASES)
def test_other_readings_pay_what_settling_under_them_pays(tmp_path, game, reading, cards, bets):
    """One box and the dealer; each option is settled again by `pitboss settle`'s own road."""
    words = cards.split()
    fourth = words.pop(0) if game == PRIME else None
    player, dealer = " ".join(words[:3]), " ".join(words[3:])
    opened(tmp_path).close()
    with Books(sqlite_url(tmp_path / "house.db")) as books:
        books.person(ANNA, 1)
        staked = {"deal-to": "staked"} if game in (PICTURES, PROSPERITY) else {}
        table = LedTable(books, "T", ANNA, game, cards, readings=staked).open()
        for wager, amount in bets.items():
            table.bet(1, ANNA, wager, amount)
        table.play_out()
    with open_archive(tmp_path) as archive:
        sheet = round_sheet(archive, "T-1")
    rulebook = games[game].rulebook
    jackpot = 1_000_000 if game == POKER else None

    def settled(**readings):
        settlement = games[game].configure(readings={**staked, **readings}).settle(
            player, dealer, bets, fourth, jackpot=jackpot
        )  # fmt: skip
        return {line.wager.key: line.net for line in settlement.lines}

    own = settled()
    assert sheet["net"] == sum(own.values())
    told = {
        (change["reading"], change["option"]): {bet["wager"]: bet for bet in change["bets"]}
        for change in sheet["other_readings"]["changes"]
    }
    same = set(sheet["other_readings"]["same"])
    for other in rulebook.pay_readings:
        for option in list(other.options)[1:]:
            otherwise = settled(**{other.key: option})
            different = {
                key for key in {*own, *otherwise} if own.get(key, 0) != otherwise.get(key, 0)
            }
            bets_told = told.pop((other.key, option), {})
            assert set(bets_told) == different, (other.key, option)
            for key, bet in bets_told.items():
                assert (bet["net"], bet["other_net"]) == (own.get(key, 0), otherwise.get(key, 0))
            if different:
                assert other.key not in same
                (change,) = [
                    change for change in sheet["other_readings"]["changes"]
                    if (change["reading"], change["option"]) == (other.key, option)
                ]  # fmt: skip
                assert change["other_net"] == sum(otherwise.values())
    assert told == {}
    changed = [change["reading"] for change in sheet["other_readings"]["changes"]]
    assert reading in changed
    assert same | set(changed) | {
        unanswered["reading"] for unanswered in sheet["other_readings"]["unanswered"]
    } == {reading.key for reading in rulebook.readings}


def test_a_folded_hand_is_paid_by_its_own_cards_where_a_reading_pays_it(tmp_path):
    """3.13.3: the ante bonus of a folded straight, under the reading that pays it."""
    with opened(tmp_path, clock=Ticking()) as house:
        guest, chance = Guest(house, POKER), random.Random(3)
        for _ in range(400):
            guest.deal({1: {"ante": 500}}, chance.randbytes(32).hex())
            guest.decide_all(FoldHand)
            if guest.balance < 3000:
                house.grant(guest.id, f"g{chance.random()}").result(30)
            played = house.history.round(guest.table, guest.round.number)
            changes = other_readings(played).changes
            if changes:
                break
        (change,) = changes
        assert (change.reading.key, change.option) == ("ante-bonus-after-fold", "paid")
        cards = played.shoe.hand(played.round.places(1))
        assert not played.round.is_up(played.round.places(1))
        dealer = played.round.cards("dealer")
        settled = games[POKER].configure(readings={"ante-bonus-after-fold": "paid"}).settle(
            names(cards), names(dealer), {"ante": 500}, fold=True
        )  # fmt: skip
        assert settled.net == change.other_net > change.net == -500


@pytest.mark.parametrize(("boxes", "is_same"), [((1,), False), ((1, 2, 3), True)])
def test_a_reading_of_procedure_is_answered_only_where_nothing_would_change(
    tmp_path, boxes, is_same
):
    """Had every area been dealt to, one player would have got other cards; three would not."""
    with opened(tmp_path) as house:
        guest = Guest(house, PICTURES)
        guest.deal({box: {"initial": 500} for box in boxes})
        others = other_readings(house.history.round(guest.table, 1))
    assert ("deal-to" in others.same) == is_same
    assert [unanswered.reading for unanswered in others.unanswered] == (
        [] if is_same else ["deal-to"]
    )
    assert {"late-miscount", "exposed-card"} <= set(others.same)


def test_after_an_incident_no_reading_of_procedure_is_answered(tmp_path):
    """The card that was exposed might have voided the round, had the clause been read so."""
    opened(tmp_path).close()
    with Books(sqlite_url(tmp_path / "house.db")) as books:
        books.person(ANNA, 1)
        table = LedTable(books, "T", ANNA, POKER).open().bet(1, ANNA).close().deal()
        table.ruled("exposed-cards", cards=1)
        table.rule(0, by=MANAGER, remedy="play-on", reason="One card, seen by nobody.")
        table.decide_all().show_all().settle()
    with open_archive(tmp_path) as archive:
        sheet = round_sheet(archive, "T-1")
    others = sheet["other_readings"]
    assert sheet["phase"] == "settled"
    assert [unanswered["reading"] for unanswered in others["unanswered"]] == [
        "wrong-count", "player-miscount", "late-void", "exposed-card",
    ]  # fmt: skip
    assert "envy" in others["same"]
    assert "One card, seen by nobody" in " ".join(sheet["incidents"][0]["says"])


# The proof


def test_the_chain_of_the_round_holds_until_somebody_changes_it(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, PROSPERITY)
        guest.deal({1: {"initial": 500, "tie": 100}})
    with open_archive(tmp_path) as archive:
        journal = round_sheet(archive, f"{guest.table}-1")["journal"]
    assert journal["intact"] is True
    file = sqlite3.connect(tmp_path / "house.db")
    file.execute("DROP TRIGGER journal_no_update")
    file.execute("UPDATE journal SET time = time + 1 WHERE stream = ? AND round = 1", [guest.table])
    file.commit()
    file.close()
    with open_archive(tmp_path) as archive:
        assert round_sheet(archive, f"{guest.table}-1")["journal"]["intact"] is False


def test_the_same_round_gives_the_same_sheet_whenever_it_is_made(tmp_path):
    with opened(tmp_path, clock=Ticking()) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500, "progressive": 250}})
        guest.decide_all()
        id = f"{guest.table}-1"
        with open_archive(tmp_path) as archive:
            before = round_sheet(archive, id)
        play_by_chance(guest, random.Random(2), 20)
        with open_archive(tmp_path) as archive:
            after = round_sheet(archive, id)
        refused = {"story", "journal"}  # What is refused after the end is entered under the round.
        assert {k: v for k, v in before.items() if k not in refused} == {
            k: v for k, v in after.items() if k not in refused
        }
        assert after["story"][: len(before["story"])] == before["story"]


def test_times_are_the_houses_own_and_utc(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, PICTURES)
        guest.deal({1: {"initial": 500}})
    day = GamingDay(time(8), ZoneInfo("Asia/Singapore"))
    with open_archive(tmp_path) as archive:
        times = round_sheet(archive, f"{guest.table}-1", day)["times"]
    assert (times["zone"], times["gaming_day"]) == ("Asia/Singapore", "2023-11-14")
    assert list(times["moments"]) == ["opened", "closed", "dealt", "decided", "settled"]
    opened_at = times["moments"]["opened"]
    assert opened_at["utc"].startswith("2023-11-14T22:13:20.00")
    assert opened_at["local"] == "2023-11-15 06:13:20.000 +08"


# Words


@pytest.mark.parametrize("id", ["VOIDED01-1", "LATE0001-1", "SHARED01-1", "SLOW0001-1"])
def test_every_word_and_figure_of_an_odd_round_is_as_it_was(sheets, id):
    assert_golden(f"sheets/{id}.txt", in_lines(sheets[id]))


@pytest.mark.parametrize("game", GAMES)
def test_every_word_and_figure_of_a_practice_round_is_as_it_was(sheets, game):
    """Of the round with the most bets."""
    settled = [s for s in sheets.values() if s["game"]["key"] == game and s["phase"] == "settled"]
    assert_golden(f"sheets/{game}.txt", in_lines(max(settled, key=lambda s: len(s["bets"]))))


def test_lines_of_a_search_are_as_they_were(house):
    found = search(house[0], Wanted())
    assert_golden("sheets/search.txt", "".join(f"{tuple(line)}\n" for line in found))


def in_lines(sheet):
    """One line for each part, and for each element of a part."""
    lines = []
    for key, part in sheet.items():
        elements = part if isinstance(part, list) and part else [part]
        lines += [f"{key}: {json.dumps(element, ensure_ascii=False)}\n" for element in elements]
    return "".join(lines).replace(f"Pitboss {__version__}", "Pitboss (version)")


# Paper


def test_every_sheet_makes_pages(sheets):
    for sheet in sheets.values():
        assert sheet_pages(sheet)[0].title == f"Round {sheet['round']}"
        page = sheet_html(sheet).decode()
        for text in (sheet["round"], sheet["game"]["fingerprint"], sheet["journal"]["head"]):
            assert text in page
        assert json.loads(sheet_json(sheet)) == sheet


@pytest.mark.parametrize(
    "id", ["VOIDED01-1", "LATE0001-1", "SHARED01-1", "SLOW0001-1", "SLOW0001-2"]
)
def test_odd_rounds_print_too(sheets, id):
    data = sheet_pdf(sheets[id])
    assert data.startswith(b"%PDF-")
    assert data == sheet_pdf(sheets[id])


def test_a_hidden_card_is_drawn_as_a_back_and_an_unseen_one_faded(sheets):
    open_hand = one(sheets, phase="examining")
    assert 'class="card unknown"' in sheet_html(open_hand).decode()
    assert 'class="card down"' not in sheet_html(open_hand).decode()
    folded = of_expired(sheets, POKER)
    assert 'class="card unknown"' not in sheet_html(folded).decode()
    assert 'class="card red down"' in sheet_html(folded).decode() or (
        'class="card down"' in sheet_html(folded).decode()
    )
