"""The line breaks, the server dies, a record is forged: the page stays honest."""

from pitboss.cards.deck import name
from pitboss.house.tables.shuffle import commitment
from tests.support.serving import Served, free_port, serving_process


def test_a_server_killed_in_the_middle_of_a_hand_comes_back_with_the_same_cards(sit, tmp_path):
    port = free_port()
    address = f"http://localhost:{port}"
    server = Served(address, None)
    with serving_process(tmp_path, port) as process:
        seat = sit("three-card-poker", server=server)
        seat.tap("ante")
        seat.deal()
        cards = seat.cards()
        process.kill()
        seat.page.wait_for_selector("[data-offline]")
        assert seat.cards() == cards
        assert seat.page.locator('[data-button="gold"]').is_disabled()
    with serving_process(tmp_path, port):
        seat.page.wait_for_selector("[data-offline]", state="detached")
        seat.ready("deciding")
        assert seat.cards() == cards
        seat.finish()
        (last,) = seat.rounds()
        seat.shows("balance", 100_000 + last["net"])


def test_a_part_that_does_not_load_says_so_and_can_be_tried_again(sit):
    seat = sit("three-pictures")
    part = "**/assets/RulesDrawer-*.js"
    seat.page.route(part, lambda route: route.abort())
    seat.button("rules")
    seat.page.wait_for_selector("[data-missing]")
    seat.page.unroute(part)
    seat.button("try-again")
    seat.page.wait_for_selector("[data-rules]")
    assert seat.page.locator("[data-missing]").count() == 0


def test_a_command_said_while_the_line_breaks_counts_once(sit, tmp_path):
    """The page says it again under the same id, and gets the first answer."""
    port = free_port()
    server = Served(f"http://localhost:{port}", None)
    with serving_process(tmp_path, port) as process:
        seat = sit("three-pictures", server=server)
        seat.tap("initial")
        seat.gold()
        process.kill()
    with serving_process(tmp_path, port):
        seat.page.wait_for_selector("[data-offline]", state="detached")
        seat.page.wait_for_selector('[data-phase="settled"]:not([data-busy])')
        assert len(seat.rounds()) == 1
        seat.shows("balance", 100_000 + seat.rounds()[0]["net"])


def proof_of(seat, round):
    seat.page.goto(f"{seat.server.address}/rounds/{round}/proof")
    seat.page.wait_for_selector("[data-proof=ok], [data-proof=bad]")
    return seat.page.locator("[data-proof]").get_attribute("data-proof")


def test_the_proof_holds_in_the_browser_itself(sit):
    seat = sit("three-card-poker")
    seat.tap("ante")
    seat.deal()
    seat.finish()
    assert proof_of(seat, seat.rounds()[0]["round"]) == "ok"
    assert not seat.faults


def forged(seat, change):
    """Let the page see another record than the house has."""

    def answer(route):
        body = route.fetch().json()
        change(body)
        route.fulfill(json=body)

    seat.page.route("**/v1/rounds/*", answer)


def test_a_forged_card_is_caught(sit):
    seat = sit("three-card-poker")
    seat.tap("ante")
    seat.deal()
    seat.finish()

    def other_card(body):
        first = next(place for place, card in enumerate(body["dealt"]) if card != "??")
        others = (name(card) for card in range(52))
        body["dealt"][first] = next(card for card in others if card not in body["dealt"])

    forged(seat, other_card)
    assert proof_of(seat, seat.rounds()[0]["round"]) == "bad"
    assert "Does not match" in seat.page.locator("[data-proof]").inner_text()


def test_a_forged_seed_is_caught(sit):
    seat = sit("three-card-prime")
    seat.tap("ante")
    seat.deal()
    seat.finish()

    def other_seed(body):
        seed = body["shuffle"]["seed"]
        body["shuffle"]["seed"] = ("0" if seed[0] != "0" else "1") + seed[1:]

    forged(seat, other_seed)
    assert proof_of(seat, seat.rounds()[0]["round"]) == "bad"


def test_a_seed_and_commitment_forged_together_are_caught_by_what_the_browser_kept(sit):
    """A house that rewrote both would be consistent; the browser saw the commitment before."""
    seat = sit("three-pictures")
    seat.tap("initial")
    seat.deal()

    def consistent(body):
        facts = body["shuffle"]
        facts["seed"] = "11" * 32
        place = facts["table"], facts["round"], facts["fingerprint"]
        facts["commitment"] = commitment(bytes.fromhex(facts["seed"]), *place)

    forged(seat, consistent)
    assert proof_of(seat, seat.rounds()[0]["round"]) == "bad"
