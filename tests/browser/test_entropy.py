"""A browser sends one set of bytes for each commitment, and the proof shows what came before."""

import json
import random

from pitboss.house.backups.back_room import BackRoom
from pitboss.house.backups.lost_key import void_unfinished
from pitboss.house.tables.practice import Stake
from tests.browser.conftest import PHONE
from tests.support.serving import Served, free_port, serving_process

POKER, PICTURES = "three-card-poker", "three-pictures"


def sent_deals(page):
    """The deals that a page sends from now on, repeated ones included."""
    deals = []

    def hear(frame):
        said = json.loads(frame)
        if said["command"] == "deal":
            deals.append(said)

    page.on("websocket", lambda line: line.on("framesent", hear))
    return deals


def bytes_of(deals):
    return [(deal["commitment"], deal["entropy"]) for deal in deals]


def refused(page):
    page.locator('[data-button="gold"]').click()
    page.wait_for_selector("[data-refusal]")
    page.wait_for_selector("[data-refusal]", state="detached")


def last_proof(seat, outcome="ok"):
    seat.page.goto(f"{seat.server.address}/rounds/{seat.rounds()[0]['round']}/proof")
    seat.page.wait_for_selector(f"[data-proof={outcome}]")
    seat.button("numbers")
    return {
        step.get_attribute("data-proof-step"): (
            step.get_attribute("data-state"),
            step.inner_text().replace("\n", " "),
        )
        for step in seat.page.locator("[data-proof-step]").all()
    }


class Elsewhere:
    """Another table of the same guest, where money can be held."""

    def __init__(self, seat):
        self.seat, self.house = seat, seat.server.house
        self.person = seat.person()["person"]
        self.table = self.house.sit(self.person, PICTURES).result(30).table
        self.count = 0

    def stakes(self, amounts):
        self.count += 1
        boxes = {box: {"initial": amount} for box, amount in enumerate(amounts, 1)}
        told = self.house.ask(self.person, self.table, f"held-{self.count}", Stake(boxes))
        assert told.result(30).refusal is None

    def hold_all_but(self, amount):
        """Leave enough for some bet, and not for the last one."""
        most, rest = 50_000, self.seat.balance() - amount
        amounts = []
        while rest >= 500:
            amounts.append(min(most, rest - rest % 500))
            rest -= amounts[-1]
        self.stakes(amounts)


def test_a_deal_that_was_refused_is_repeated_with_the_same_bytes(sit):
    """Asked for twice in one tab, then after a reload, and at last in a second tab."""
    seat = sit(POKER)
    deals = sent_deals(seat.page)
    seat.page.reload()  # The line of before is not listened to.
    seat.ready()
    for _ in range(4):
        seat.tap("ante")
    seat.deal()
    seat.finish()
    elsewhere = Elsewhere(seat)
    elsewhere.hold_all_but(1_000)
    refused(seat.page)
    refused(seat.page)
    seat.page.reload()
    seat.ready("settled")
    refused(seat.page)
    elsewhere.stakes([])
    seat.page = seat.context.new_page()
    deals_there = sent_deals(seat.page)
    seat.page.goto(f"{seat.server.address}/table/{seat.table}")
    seat.ready("settled")
    seat.deal()
    first, *asked = bytes_of(deals + deals_there)
    assert len(asked) == 4
    assert len({*asked}) == 1
    assert not {*first} & {*asked[0]}  # Another commitment, other bytes.
    seat.finish()
    steps = last_proof(seat)
    assert steps["asked"][0] == "ok"
    assert "The deal was asked for 4 times" in steps["asked"][1]
    assert "every deal would have had this deck" in steps["asked"][1]
    assert "money/balance, 3 times" in steps["asked"][1]
    assert "for this commitment 4 times, and for no other" in steps["own"][1]
    assert seat.faults == []


def test_a_deal_for_a_seed_that_was_withdrawn_is_sent_again_with_new_bytes(sit, tmp_path):
    """The server is lost with the deal in its ears, and comes back with another key and seed."""
    port = free_port()
    server = Served(f"http://localhost:{port}", None)
    with serving_process(tmp_path, port) as process:
        seat = sit(PICTURES, server=server, viewport=PHONE)
        deals = sent_deals(seat.page)
        seat.page.reload()
        seat.ready()
        seat.tap("initial")
        seat.deal()
        process.freeze()
        seat.gold()
        process.kill()
    with BackRoom(tmp_path, randomness=random.Random(7).randbytes) as room:
        void_unfinished(room, "The key was seen.", is_exposed=True)
    with serving_process(tmp_path, port):
        seat.page.wait_for_selector("[data-offline]", state="detached")
        seat.becomes(lambda: len(seat.rounds()), 2)
        seat.ready("settled")
        _, lost, repeated, again = deals
        assert lost == repeated
        assert again["boxes"] == lost["boxes"]
        assert again["id"] != lost["id"]
        assert not {*bytes_of([lost])[0]} & {*bytes_of([again])[0]}
        steps = last_proof(seat)
        state, text = steps["withdrawn-1"]
        assert state == "note"
        assert "It is the one that was sealed." in text
        assert "sent 32 random bytes for this commitment once, and for no other." in text
        assert "shuffle/renewed, once" in text
        assert "for this commitment once, and for no other" in steps["own"][1]
        for step, deal in (("withdrawn-1", lost), ("own", again)):
            assert deal["entropy"] in steps[step][1].replace(" ", "")
        assert all(steps[step][0] == "ok" for step in ("seal", "own", "cards"))
        assert "asked" not in steps
