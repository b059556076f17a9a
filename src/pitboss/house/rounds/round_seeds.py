"""The seeds of a round: the one it was dealt from, those given up before, and refused deals.

A house learns the player's entropy with the deal. If it then refuses the deal or draws another
seed, it may have done so because it disliked the deck. So both are told with the proof.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.office.entries import refusal_in
from pitboss.house.records.journal import Entry
from pitboss.house.tables.recovery import events_of


class SealedSeed(NamedTuple):
    commitment: str
    fingerprint: str  # Of the configuration that it was drawn for.
    seed: str = ""  # Once it is revealed.


class RefusedDeal(NamedTuple):
    commitment: str  # That its entropy was drawn for.
    entropy: str
    code: str
    times: int


class RoundSeeds(NamedTuple):
    last: SealedSeed  # The one that the round was dealt from, if it was dealt.
    entropy: str  # "" before the deal.
    withdrawn: tuple[SealedSeed, ...]
    refused: tuple[RefusedDeal, ...]
    absent: bool = False  # Whether the player had left, and zero bytes stand for theirs.


def seeds_of(number: int, entries: Iterable[Entry]) -> RoundSeeds:
    """The seeds of a round, from the entries of its table since its first seed was sealed."""
    last, entropy, absent = SealedSeed("", ""), "", False
    withdrawn: list[SealedSeed] = []
    asked: Counter[tuple[str, str, str]] = Counter()  # In the order in which they came.
    for entry in entries:
        deal = _refused_deal(entry, last.commitment)
        if deal and last.commitment and not entropy:
            asked[deal] += 1
        for event in events_of(entry):
            match event:
                case h.SeedSealed(round, commitment) if round == number:
                    if last.commitment:
                        withdrawn.append(last)
                    last = SealedSeed(commitment, entry.fingerprint)
                case h.SeedRevealed(round, seed) | h.SeedWithdrawn(round, seed) if round == number:
                    last = last._replace(seed=seed)
                case h.EntropyMixed(round) if round == number:
                    entropy, absent = event.entropy, event.absent
    published = {last.commitment, *(seed.commitment for seed in withdrawn)}
    refused = [RefusedDeal(*deal, times) for deal, times in asked.items() if deal[0] in published]
    return RoundSeeds(last, entropy, tuple(withdrawn), tuple(refused), absent)


def _refused_deal(entry: Entry, in_force: str) -> tuple[str, str, str] | None:
    """The commitment, the entropy and the refusal's code, if this is a deal that was refused."""
    request, refusal = json.loads(entry.request), refusal_in(entry.answer)
    if refusal is None or request["command"] != "deal" or "entropy" not in request:
        return None
    return request.get("commitment") or in_force, request["entropy"], refusal.code
