"""Refused commands can't fill the disk: large ones leave a hash, and an address leaves only some.

What is counted are entries and bytes, with an allowance that does not come back: no clock matters.
"""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.office.entries import LARGEST_KEPT, encode
from pitboss.house.requests import Reply
from pitboss.house.storage.schema import JOURNAL
from pitboss.play import Refusal
from pitboss.server.asking import LIMITS
from pitboss.server.guards import MOST_BYTES
from pitboss.server.guests import Allowance
from pitboss.server.refusal_guard import RefusalGuard
from tests.support.houses import assert_in_order
from tests.support.serving import ENDLESS, GENEROUS, Client, served

NEVER = 1e-9  # So little a second that no test sees any of it.
FEW = GENEROUS._replace(refusals=Allowance(5, NEVER))
GUESTS, EACH = 12, 60
LARGEST_REFUSAL = 2_500  # Bytes in the folder, as docs/operations.md has it.
REFUSED = {"1": {"initial": 501}}
LAWFUL = {"1": {"initial": 500}}
PICTURES = "three-pictures"


def refused_entries(server):
    query = (
        sa.select(sa.func.count())
        .select_from(JOURNAL)
        .where(JOURNAL.c.answer != '{"refused":null}')
    )
    with server.house.reading.connect() as connection:
        return connection.execute(query).scalar_one()


def bytes_in(folder):
    return sum(file.stat().st_size for file in folder.iterdir())


class Neighbour(Client):
    """A guest whose requests come by a proxy, from this address."""

    def __init__(self, address, source):
        self.source = {"X-Forwarded-For": source}
        super().__init__(address)

    def request(self, method, path, body=None, headers=None):
        return super().request(method, path, body, {**self.source, **(headers or {})})

    def connect(self, path, headers=None, **more):
        return super().connect(path, {**self.source, **(headers or {})}, **more)


def refused_codes(table, times):
    return [table.refusal("stake", boxes=REFUSED)["code"] for _ in range(times)]


# The disk


LARGEST = {
    str(box): {f"{n:02}-{'x' * 37}": 10**10 for n in range(16)} for box in range(1, 17)
}  # Nearly as large as a frame may be.
KEPT_WHOLE = {"1": {f"{n:02}-{'x' * 37}": 10**10 for n in range(16)}}


@pytest.mark.parametrize("boxes", [LARGEST, KEPT_WHOLE], ids=["largest", "kept-whole"])
def test_guests_who_say_nothing_but_refused_commands(tmp_path, boxes):
    """Twelve of them: at first such a flood wrote 4.7 MB a second."""
    allowance = Allowance(LIMITS.refusals.burst, NEVER)
    limits = LIMITS._replace(commands=ENDLESS, requests=ENDLESS, refusals=allowance)
    with served(tmp_path) as server:
        guests = [Client(server.address) for _ in range(GUESTS)]
        for guest in guests:
            guest.sit(PICTURES).connection.close()
    before = bytes_in(tmp_path)

    def flood(guest):
        with guest.sit(PICTURES) as table:
            answers = [table.refusal("stake", boxes=boxes) for _ in range(EACH)]
            table.ask("stake", boxes=LAWFUL)  # What is lawful is carried out.
        return [answer["code"] for answer in answers]

    with served(tmp_path, limits=limits) as server, ThreadPoolExecutor(GUESTS) as pool:
        for guest in guests:
            guest.address = server.address
        codes = [code for answers in pool.map(flood, guests) for code in answers]
        assert refused_entries(server) == LIMITS.refusals.burst
    assert codes.count("rate/refusals") == GUESTS * EACH - LIMITS.refusals.burst
    grown = bytes_in(tmp_path) - before
    assert grown <= LIMITS.refusals.burst * LARGEST_REFUSAL + GUESTS * LARGEST_REFUSAL
    assert_in_order(tmp_path)


def test_the_requests_of_the_flood_are_as_large_as_they_can_be():
    sizes = [len(encode({"command": "stake", "boxes": boxes})) for boxes in (LARGEST, KEPT_WHOLE)]
    assert MOST_BYTES * 0.85 < sizes[0] < MOST_BYTES
    assert LARGEST_KEPT * 0.85 < sizes[1] <= LARGEST_KEPT


# By address


def test_two_guests_at_one_address_have_one_allowance(tmp_path):
    with served(tmp_path, limits=FEW) as server:
        one, two = Client(server.address), Client(server.address)
        with one.sit(PICTURES) as here, two.sit(PICTURES) as there:
            assert refused_codes(here, 3) == ["bet/increment"] * 3
            assert refused_codes(there, 3) == ["bet/increment"] * 2 + ["rate/refusals"]
            assert refused_codes(here, 1) == ["rate/refusals"]
            assert refused_entries(server) == 5


def test_a_neighbour_who_uses_it_up_keeps_nobody_from_playing(tmp_path):
    with served(tmp_path, limits=FEW) as server:
        player, neighbour = Client(server.address), Client(server.address)
        with player.sit("three-card-poker") as table, neighbour.sit(PICTURES) as other:
            table.deal({"1": {"ante": 500}})
            refused_codes(other, 6)
            table.finish("play")
            message = table.say("stake", "a", boxes={"1": {"ante": 501}})
            assert (message["type"], message["id"]) == ("problem", "a")
            assert message["error"]["code"] == "rate/refusals"
            # The id is not used up.
            assert table.ask("stake", "a", boxes={"1": {"ante": 500}})["answer"]["id"] == "a"
            table.deal({"1": {"ante": 500}})


def test_first_answers_given_again_and_lawful_commands_take_nothing(tmp_path):
    with served(tmp_path, limits=FEW) as server, Client(server.address).sit(PICTURES) as table:
        for _ in range(8):
            assert table.refusal("stake", "again", boxes=REFUSED)["code"] == "bet/increment"
            table.ask("stake", boxes=LAWFUL)
        assert refused_codes(table, 5) == ["bet/increment"] * 4 + ["rate/refusals"]
        assert table.refusal("stake", "again", boxes=REFUSED)["code"] == "bet/increment"


def test_grants_and_breaks_that_are_refused_count_too(tmp_path):
    with served(tmp_path, limits=FEW) as server:
        guest = Client(server.address)
        guest.post("/v1/people/me/exclusion", {"id": "long", "days": 30})
        asks = [
            ("/v1/guests/me/grants", {}, "limit/excluded"),
            ("/v1/people/me/exclusion", {"days": 1}, "limit/shorter"),
        ] * 3
        answers = [
            guest.request("POST", path, {"id": f"n{number}", **more})
            for number, (path, more, _) in enumerate(asks)
        ]
        codes = [code for _, _, code in asks]
        assert [answer.code for answer in answers] == [*codes[:5], "rate/refusals"]
        assert [answer.status for answer in answers] == [409] * 5 + [429]
        assert refused_entries(server) == 5


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("198.51.100.7", "198.51.100.7", True),
        ("198.51.100.7", "198.51.100.8", False),
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::8", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("::ffff:198.51.100.7", "198.51.100.7", True),
    ],
)
def test_an_address_is_the_one_that_the_proxy_says_or_its_network(tmp_path, one, other, is_one):
    with (
        served(tmp_path, limits=FEW, is_behind_proxy=True) as server,
        Neighbour(server.address, one).sit(PICTURES) as here,
        Neighbour(server.address, other).sit(PICTURES) as there,
    ):
        assert refused_codes(here, 6)[-1] == "rate/refusals"
        assert refused_codes(there, 1) == ["rate/refusals" if is_one else "bet/increment"]


def test_without_a_proxy_nobody_is_believed(tmp_path):
    with (
        served(tmp_path, limits=FEW) as server,
        Neighbour(server.address, "198.51.100.7").sit(PICTURES) as here,
        Neighbour(server.address, "198.51.100.8").sit(PICTURES) as there,
    ):
        refused_codes(here, 5)
        assert refused_codes(there, 1) == ["rate/refusals"]


# The guard


def test_many_commands_at_once_get_no_more_than_is_left():
    guard, told, replies = RefusalGuard(Allowance(2, NEVER)), [], []

    def ask(writes_refusal):
        told.append(writes_refusal)
        replies.append(Future())
        return replies[-1]

    async def ask_all(outcomes):
        told.clear()
        replies.clear()
        asked = [asyncio.create_task(guard.reply("here", ask)) for _ in outcomes]
        while len(replies) < len(outcomes):
            await asyncio.sleep(0)
        for reply, outcome in zip(replies, outcomes, strict=True):
            if isinstance(outcome, PitbossError):
                reply.set_exception(outcome)
            else:
                reply.set_result(outcome)
        await asyncio.gather(*asked, return_exceptions=True)
        return list(told)

    refused = Reply(refusal=Refusal("bet/amount", "Bet less."))
    outcomes = [Reply(), refused._replace(is_repeated=True), PitbossError("a/b", "It fails.")]
    assert asyncio.run(ask_all(outcomes)) == [True, True, False]
    assert asyncio.run(ask_all([refused, Reply(), Reply()])) == [True, True, False]
    assert asyncio.run(ask_all([refused, Reply(), Reply()])) == [True, False, False]
    assert asyncio.run(ask_all([Reply()])) == [False]


def test_what_an_address_can_write_in_a_day_is_what_the_page_says():
    page = " ".join((Path(__file__).parents[2] / "docs" / "operations.md").read_text().split())
    burst, per_second = LIMITS.refusals
    day = burst + per_second * 86_400
    assert f"every {1 / per_second:g} seconds](protocol.md#limits): {day:,.0f} on the first" in page
    at_most = f"{day * LARGEST_REFUSAL / 1e6:.0f} MB per address and day"
    assert f"At {LARGEST_REFUSAL:,} bytes each that is at most {at_most}" in page
