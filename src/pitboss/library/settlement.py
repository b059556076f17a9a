"""A hand, and the settlement of one box from cards in notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards.deck import names, parse
from pitboss.cards.hands import cards_of, hand
from pitboss.errors import BadBet, BadCards, unknown
from pitboss.language.rulebook import Rules
from pitboss.reports import notebook
from pitboss.result_types import FourthCardJson, HandJson, Record, SettlementJson
from pitboss.table.bets import Box
from pitboss.table.receipt import Line
from pitboss.table.settlement import Settler

YOU = "you"


@dataclass(frozen=True)
class Hand:
    """A hand of a game: its cards, its name, and its picture in a notebook."""

    rules: Rules
    row: int

    @property
    def cards(self) -> str:
        return names(cards_of(self.row))

    @property
    def name(self) -> str:
        return self.rules.name_hand(self.row)

    def as_json(self) -> HandJson:
        return {"cards": self.cards, "hand": self.name}

    def __repr__(self) -> str:
        return f"{self.cards} ({self.name})"

    def _repr_html_(self) -> str:
        return notebook.hand(self.rules, self.row)


@dataclass(frozen=True)
class BoxSettlement(Mapping[str, Line]):
    """What the bets on one box came to: a line for each wager, by the wager's key.

    An envy bonus for several hands has a line for each of them: `lines` has all of them, and
    `settlement["envy"]` is the first.
    """

    rules: Rules
    player: int
    dealer: int
    fourth: int | None
    lines: tuple[Line, ...]

    @property
    def net(self) -> int:
        """What the bettor gains or loses."""
        return sum(line.net for line in self.lines)

    @property
    def returned(self) -> int:
        """What the bettor is handed back, stakes included."""
        return sum(line.returned for line in self.lines)

    def __getitem__(self, wager: str) -> Line:
        for line in self.lines:
            if line.wager.key == wager:
                return line
        raise unknown("line", wager, self, "this settlement")

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(line.wager.key for line in self.lines))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __str__(self) -> str:
        signed = self.rules.currency.signed
        lines = [
            f"{line.says}  {signed(line.net)}  ({', '.join(line.clauses)})" for line in self.lines
        ]
        return "\n".join([*lines, f"Net {signed(self.net)}"])

    def __repr__(self) -> str:
        wagers = "wager" if len(self) == 1 else "wagers"
        title, net = self.rules.rulebook.title, self.rules.currency.signed(self.net)
        return f"<settlement of {title}: {len(self)} {wagers}, net {net}>"

    def _repr_html_(self) -> str:
        return notebook.settlement(self.rules, self.player, self.dealer, self.lines, self.fourth)

    def records(self) -> list[Record]:
        """The lines as flat records, for a data frame."""
        return [
            {
                "wager": line.wager.key,
                "stake": line.stake,
                "row": line.row.key,
                "outcome": line.row.outcome,
                "pays": line.pays,
                "net": line.net,
                "returned": line.returned,
                "clauses": ", ".join(line.clauses),
                "says": line.says,
            }
            for line in self.lines
        ]

    def as_json(self) -> SettlementJson:
        rules = self.rules
        fourth: FourthCardJson = {} if self.fourth is None else {"fourth": names([self.fourth])}
        return {
            **rules.as_json(),
            "player": Hand(rules, self.player).as_json(),
            "dealer": Hand(rules, self.dealer).as_json(),
            **fourth,
            "lines": [line.as_json() for line in self.lines],
            "net": self.net,
        }


def settle_box(
    settler: Settler,
    player: str,
    dealer: str,
    bets: Mapping[str, int],
    fourth: str | None = None,
    fold: bool = False,
    jackpot: int | None = None,
    others: Sequence[str] = (),
) -> BoxSettlement:
    """Settle one box from cards in notation; `Settler` settles whole tables."""
    rules = settler.rules
    envied = next((w.envy.hit_with for w in rules.wagers if w.envy), None)
    if others and envied is None:
        raise BadCards("cards/others", f"Other boxes' hands do not matter in {rules.key}.")
    if jackpot is not None and not rules.has_jackpot:
        raise BadBet("bet/jackpot", f"There is no jackpot in {rules.key}: leave it out.")
    if not isinstance(bets, Mapping):
        raise BadBet("bet/none", f"{bets!r} is not bets: give them by wager, such as ante 1000.")
    boxes = [Box(1, hand(player), {YOU: bets}, fold)]
    for number, text in enumerate(others, 2):
        boxes.append(Box(number, hand(text), {f"box {number}": {str(envied): 1}}))
    card = None if fourth is None else parse(fourth, 1)[0]
    settlement = settler.settle(boxes, hand(dealer), card, jackpot)
    lines = tuple(line for line in settlement.lines if line.bettor == YOU)
    return BoxSettlement(rules, boxes[0].hand, settlement.dealer, card, lines)
