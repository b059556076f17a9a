"""Nothing tells hidden cards: not a message, not a row of the database, not a line of the log."""

import base64
import json

from pitboss.cards.deck import name
from pitboss.house.tables.shuffle import deck
from pitboss.server import app, sockets
from tests.support.houses import settings_of
from tests.support.leaks import OWN, compared, pairs
from tests.support.serving import ENTROPY, Client, serving_process

GUESTS = 10  # Two tables each.


def test_pairs_of_decks_differ_only_where_nobody_looks():
    for pair in pairs(1):
        fingerprint = settings_of(pair.game).fingerprint
        one, other = (
            deck(seed, bytes.fromhex(ENTROPY), pair.table, 1, fingerprint) for seed in pair.seeds
        )
        assert [one[place] for place in OWN[pair.game]] == [
            other[place] for place in OWN[pair.game]
        ]
        assert sum(a != b for a, b in zip(one, other, strict=True)) > 40


def test_rounds_with_other_hidden_cards_cannot_be_told_apart(tmp_path):
    before, after, rounds = compared(tmp_path, GUESTS)
    assert before == []
    assert rounds == 2 * GUESTS
    assert len(after) == rounds  # Once the cards are turned, every one is another round.


def test_a_leak_would_be_noticed(tmp_path, monkeypatch):
    """A message whose length depends on a card that is face down."""
    honest = sockets.table_message

    def leaking(standing, *more):
        cards = standing.table.shoe.cards
        return {**honest(standing, *more), "x": " " * (cards[5] or 0)}

    monkeypatch.setattr(sockets, "table_message", leaking)
    before, _, _ = compared(tmp_path, 1)
    assert any("frame" in what for what in before)
    assert any("again" in what for what in before)


def test_a_leak_into_an_answer_would_be_noticed(tmp_path, monkeypatch):
    honest = app.coach.advice

    def leaking(table):
        cards = table.shoe.cards
        hands = honest(table)
        return [hand.model_copy(update={"cost": cards[5] + 52 * cards[4]}) for hand in hands]

    monkeypatch.setattr(app.coach, "advice", leaking)
    before, _, _ = compared(tmp_path, 1)
    assert before
    assert all("advice" in what for what in before)


# On the disk


def files_of(folder):
    """All that a backup or a curious administrator could hold, except for the key."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != "key"}


def encodings_of_seed(digits):
    seed = bytes.fromhex(digits)
    return [
        seed, digits.encode(), digits.upper().encode(), seed[::-1],
        base64.b64encode(seed).rstrip(b"="), base64.urlsafe_b64encode(seed).rstrip(b"="),
    ]  # fmt: skip


def encodings_of_cards(placed):
    """Cards with their places, as they could be written down."""
    cards = [card for _, card in placed]
    names = [name(card) for card in cards]
    numbers = [*map(str, cards)]
    texts = [
        *(mark.join(names) for mark in (" ", "", ",", ", ", '","', '", "')),
        *(mark.join(numbers) for mark in (",", ", ", " ")),
        ",".join(f"[{place},{card}]" for place, card in placed),
    ]
    return [text.encode() for text in texts]


def hits(files, patterns):
    return {file for file, data in files.items() for pattern in patterns if pattern in data}


def test_the_disk_holds_no_hidden_card_before_the_end(tmp_path):
    with serving_process(tmp_path) as process:
        guest = Client(process.address)
        with guest.sit("three-card-poker") as table:
            dealt = table.deal({"2": {"ante": 500}}, "ab" * 32)
            files = files_of(tmp_path)
            assert {"house.db", "house.db-wal", "heads", "server.log"} <= {*files}
            table.finish()
        replay = guest.get(f"/v1/rounds/{dealt['round']}")
        shuffle = replay["shuffle"]
        cards = deck(
            bytes.fromhex(shuffle["seed"]), bytes.fromhex(shuffle["entropy"]), shuffle["table"],
            shuffle["round"], shuffle["fingerprint"],
        )  # fmt: skip
        seed = encodings_of_seed(shuffle["seed"])
        placed = [*enumerate(cards)]
        dealers = [(place, card) for place, card in placed if name(card) in dealer_of(table.now)]
        runs = [encodings_of_cards(placed[at : at + 4]) for at in range(len(placed) - 3)]
        assert hits(files, seed) == set()
        assert hits(files, encodings_of_cards(dealers)) == set()
        assert hits(files, [pattern for run in runs for pattern in run]) == set()
        assert hits(files, [bytes(cards[at : at + 8]) for at in range(44)]) == set()
        # The same search finds them once the round is over.
        files = files_of(tmp_path)
        assert hits(files, seed) & {"house.db", "house.db-wal"}
        assert hits(files, encodings_of_cards(dealers)) & {"house.db", "house.db-wal"}
        assert hits(files, [json.dumps(shuffle["commitment"]).encode()])


def dealer_of(message):
    return message["view"]["dealer"]["cards"].split()
