"""A table as the events of version 1 describe it, for the upgrade to version 2.

It knows what the events leave out about the five games of version 1, as it was then: which bet
opens a hand, which wagers depend on it, how hands are returned, and which rows the jackpot meter
pays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.errors import BadNotation
from pitboss.notation.codec import shown

Data = dict[str, Any]
DEALER, FOURTH = "dealer", "fourth"
DEALING, EXAMINING, DECIDED, REVEALED, SETTLED = (
    "dealing", "examining", "decided", "revealed", "settled",
)  # fmt: skip
SHARE = re.compile(r"([0-9]{1,3}) ?% of the jackpot")
GIVES_CHOICE = ("offer-choice", "decide-order", "remove-hand")
CUTS = ("reduce", "pro-rate")


class Bet(NamedTuple):
    box: int
    bettor: str
    wager: str


@dataclass
class OldBox:
    stakes: dict[str, dict[str, int]] = field(default_factory=dict)  # By bettor, by wager.
    seated: str | None = None
    places: list[int] = field(default_factory=list)
    examined_by: str | None = None
    accepts: set[str] = field(default_factory=set)  # Bettors who continued after a dealing error.


@dataclass
class RoundState:
    number: int = 0
    phase: str = "betting"
    boxes: dict[int, OldBox] = field(default_factory=dict)
    dealer: list[int] = field(default_factory=list)
    fourth: list[int] = field(default_factory=list)
    faces: dict[int, int] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)
    contributions: dict[Bet, int] = field(default_factory=dict)
    payments: list[Data] = field(default_factory=list)
    jackpot: int = 0
    incidents: dict[int, Data] = field(default_factory=dict)

    def bets(self) -> Iterator[tuple[Bet, int]]:
        for number, box in sorted(self.boxes.items()):
            for bettor, stakes in box.stakes.items():
                for wager, stake in stakes.items():
                    yield Bet(number, bettor, wager), stake

    def places(self, where: int | str) -> list[int]:
        if where == DEALER:
            return self.dealer
        return self.fourth if where == FOURTH else self.boxes[int(where)].places

    def is_up(self, places: list[int]) -> bool:
        return self.faces.keys() >= set(places)


class OldGame:
    """What the set-up of a file and its game say about a round."""

    def __init__(self, data: Data) -> None:
        key, table = data["game"], data["table"]
        self.readings: dict[str, str] = data["readings"]
        self.has_play = key in ("three-card-poker", "three-card-prime")
        self.first, self.play = "ante" if self.has_play else "initial", "play"
        self.is_lucky = key == "lucky-three-pictures"
        self.stands_alone = {self.first} | ({"pair-plus"} if key == "three-card-poker" else set())
        self.comes_back_up = not self.has_play and (
            not self.is_lucky or table["returned"] == "face-up"
        )
        self.priced = set(data["prices"])
        self.contribution = Fraction(table["contribution"])
        self.limits: dict[str, list[int]] = table["limits"]
        self.meter_shares = {"akq-spades": Fraction(1)} if self.priced else {}
        own = data["paytables"].get("progressive")
        if isinstance(own, dict):
            shares = ((row, SHARE.fullmatch(pay)) for row, pay in own["pays"].items())
            self.meter_shares = {row: Fraction(int(m[1]), 100) for row, m in shares if m}

    def examiner(self, box: OldBox) -> str:
        """Who returns a hand: the seated player, else the highest bettor, the first of equals."""
        first, *others = box.stakes
        if box.seated is not None or not others:
            return box.seated or first
        opening = {who: mine[self.first] for who, mine in box.stakes.items() if self.first in mine}
        return max(opening, key=lambda who: opening[who]) if opening else first

    def rests(self, box: OldBox, bettor: str, wager: str) -> bool:
        """Whether the box has the bet that a wager depends on, or it depends on none."""
        if wager in self.stands_alone or self.first in box.stakes[bettor]:
            return True
        return self.is_lucky and any(self.first in mine for mine in box.stakes.values())

    def meter_pays(self, paid: Data, jackpot: int) -> int:
        """The part of a payment that the jackpot meter pays."""
        share = self.meter_shares.get(paid["row"]) if paid["wager"] in self.priced else None
        if share is None or paid["net"] <= 0:
            return 0
        kept = self.readings.get("progressive-stake") != "returned"
        winnings: int = paid["net"] + (paid["stake"] if kept else 0)
        return min(winnings, int(share * jackpot))


class OldTable:
    """The current round and the one before."""

    def __init__(self, game: OldGame) -> None:
        self.game = game
        self.round, self.before = RoundState(), RoundState()

    def about(self, number: int) -> RoundState:
        """The round that an event is about."""
        for target in (self.round, self.before):
            if target.number == number:
                return target
        message = f"An event is about round {shown(number)}, which the file does not hold."
        raise BadNotation("notation/order", message)

    # Bets

    def open(self, number: int) -> None:
        self.before, self.round = self.round, RoundState(number)

    def place(self, bet: Bet, amount: int, is_seated: bool) -> None:
        box = self.round.boxes.setdefault(bet.box, OldBox())
        mine = box.stakes.setdefault(bet.bettor, {})
        mine[bet.wager] = mine.get(bet.wager, 0) + amount
        if is_seated:
            box.seated = bet.bettor

    def take_off(self, target: RoundState, bet: Bet, amount: int) -> int:
        """Reduce or remove a bet; returns what the meter gives back for it."""
        box = target.boxes[bet.box]
        mine = box.stakes[bet.bettor]
        mine[bet.wager] -= amount
        given_back = 0
        if bet in target.contributions:
            left = int(self.game.contribution * mine[bet.wager])
            given_back = target.contributions[bet] - left
            target.contributions[bet] = left
        if not mine[bet.wager]:
            del mine[bet.wager]
        if not mine:
            del box.stakes[bet.bettor]
            box.seated = None if box.seated == bet.bettor else box.seated
        if not box.stakes and not box.places:
            del target.boxes[bet.box]
        if not box.stakes and target.phase == EXAMINING:
            self.back(bet.box)
        return given_back

    def close(self, total: int, leaving: dict[Bet, int]) -> dict[Bet, int]:
        """What each bet contributes to the meter; version 1 has only the total, rounded once."""
        staked = {
            bet: stake - leaving.get(bet, 0)
            for bet, stake in self.round.bets()
            if bet.wager in self.game.priced
        }
        fed = {bet: int(self.game.contribution * stake) for bet, stake in staked.items() if stake}
        if fed:
            fed[next(iter(fed))] += total - sum(fed.values())
        self.round.phase = DEALING
        self.round.contributions = {bet: amount for bet, amount in fed.items() if amount}
        return self.round.contributions

    # Cards

    def deal(self, hands: list[Any], is_last: bool) -> None:
        round = self.round
        for where, places in hands:
            if where == DEALER:
                round.dealer = [*round.dealer, *places]
            elif where == FOURTH:
                round.fourth = list(places)
            else:
                box = round.boxes.setdefault(where, OldBox())
                box.places = [*box.places, *places]
        if is_last:
            round.phase = EXAMINING
            round.waiting = {number for number, box in round.boxes.items() if box.stakes}

    def turn(self, where: int | str, cards: list[int | None]) -> list[list[int]]:
        """Turn cards up; returns their places. The file has the cards in the order of the hand."""
        faces, places = self.round.faces, list(self.round.places(where))
        if None in cards:
            turned = list(zip(places, cards, strict=True))
        else:
            known = [faces[place] for place in places if place in faces]
            hidden = [place for place in places if place not in faces]
            turned = list(zip(hidden, (card for card in cards if card not in known), strict=False))
        up = {at: card for at, card in turned if card is not None and at not in faces}
        faces.update(up)
        return [[at, card] for at, card in up.items()]

    def back(self, number: int) -> None:
        """Stop waiting for this box."""
        self.round.waiting.discard(number)
        if self.round.phase == EXAMINING and not self.round.waiting:
            self.round.phase = DECIDED

    def show(self, where: int | str) -> None:
        if where == DEALER and self.round.is_up(self.round.dealer):
            self.round.phase = REVEALED

    def move(self, target: RoundState, hands: list[Any]) -> tuple[str, list[int]]:
        """Move hands by a ruling; returns the phase that play returns to, and the boxes awaited."""
        for where, places in hands:
            if where == DEALER:
                target.dealer = list(places)
            elif where == FOURTH:
                target.fourth = list(places)
            else:
                box = target.boxes.setdefault(where, OldBox())
                if not set(box.places) <= set(places):
                    box.examined_by = None
                box.places = list(places)
        if not hands or target.phase not in (EXAMINING, DECIDED, REVEALED):
            return "", []
        if target.phase == REVEALED and not target.is_up(target.dealer):
            target.phase = DECIDED
        if self.game.comes_back_up:
            boxes = target.boxes.items()
            target.waiting = {n for n, box in boxes if box.stakes and not target.is_up(box.places)}
            if target.waiting:
                target.phase = EXAMINING
            elif target.phase == EXAMINING:
                target.phase = DECIDED
        return target.phase, sorted(target.waiting)

    # Rulings

    def choosers(self, target: RoundState, incident: Data, remedy: str) -> list[list[Any]] | None:
        """The boxes and bettors who may choose by a ruling; None if it gives no choice."""
        is_betting = remedy == "offer-choice" and incident["incident"] == "under-minimum"
        if remedy not in GIVES_CHOICE or is_betting:
            return None
        gone = incident["box"] if remedy == "remove-hand" else None
        choosers = []
        for number, box in target.boxes.items():
            if number == gone or not box.stakes:
                continue
            seated_only = self.game.readings.get("shared-choice") == "seated"
            bettors = [self.game.examiner(box)] if seated_only else list(box.stakes)
            choosers += [[number, who] for who in bettors if who not in box.accepts]
        return sorted(choosers)

    def leaving_by_ruling(
        self, target: RoundState, incident: Data, remedy: str
    ) -> list[tuple[Bet, int]]:
        """The bets that a ruling takes out of a settled round."""
        box = target.boxes.get(incident["box"])
        if target.phase != SETTLED or box is None:
            return []
        if remedy == "remove-hand":
            return self._leaving(target, incident["box"], list(box.stakes))
        if remedy == "remove-bet" and incident["bet"] is not None:
            bettor, wager = incident["bet"]
            return self._leaving(target, incident["box"], [bettor], wager)
        if remedy in CUTS and not self.game.is_lucky:
            return list(self._excess(incident["box"], box))
        return []

    def leaving_by_choice(
        self, target: RoundState, number: int, bettor: str
    ) -> list[tuple[Bet, int]]:
        """The bets that a bettor takes back from a settled round."""
        if target.phase != SETTLED:
            return []
        shared = self.game.readings.get("shared-choice") == "seated"
        return self._leaving(
            target, number, list(target.boxes[number].stakes) if shared else [bettor]
        )

    def _leaving(
        self, target: RoundState, number: int, bettors: list[str], wager: str | None = None
    ) -> list[tuple[Bet, int]]:
        """The bets of these bettors on a box, or one of them, and those that depended on them."""
        on_box = [(bet, stake) for bet, stake in target.bets() if bet.box == number]
        gone = [
            (bet, stake)
            for bet, stake in on_box
            if bet.bettor in bettors and wager in (None, bet.wager)
        ]
        left = OldBox()
        for bet, stake in on_box:
            if (bet, stake) not in gone:
                left.stakes.setdefault(bet.bettor, {})[bet.wager] = stake
        lone = [
            (bet, stake)
            for bet, stake in on_box
            if (bet, stake) not in gone and not self.game.rests(left, bet.bettor, bet.wager)
        ]
        return [*gone, *lone]

    def _excess(self, number: int, box: OldBox) -> Iterator[tuple[Bet, int]]:
        """The excess over the maximum of a box with one bettor; the Play wager is cut equally."""
        for wager, limit in self.game.limits.items():
            for bettor, stakes in box.stakes.items():
                excess = stakes.get(wager, 0) - limit[1]
                if excess > 0:
                    yield Bet(number, bettor, wager), excess
                    if wager == self.game.first and self.game.play in stakes:
                        yield Bet(number, bettor, self.game.play), excess

    # The end of a round

    def settle(self, payments: list[Data], jackpot: int) -> None:
        self.round.phase, self.round.jackpot = SETTLED, jackpot
        self.round.payments = [dict(paid) for paid in payments]

    def void(self, target: RoundState) -> list[tuple[Bet, int, int]]:
        """Void a round; returns what each bet gives back, and the meter for it."""
        fed = dict(target.contributions)
        back = []
        if target.phase == SETTLED:
            for paid in target.payments:
                bet = Bet(paid["box"], paid["bettor"], paid["wager"])
                back.append((bet, -paid["net"], fed.pop(bet, 0) - paid["from_meter"]))
        else:
            back = [(bet, stake, fed.pop(bet, 0)) for bet, stake in target.bets()]
        target.phase, target.waiting, target.contributions = "void", set(), {}
        for box in target.boxes.values():
            box.stakes = {}
        return [part for part in back if part[1] or part[2]]
