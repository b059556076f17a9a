"""Rounds that were played, as a page shows them: in a list, and step by step."""

from __future__ import annotations

from typing import Any

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.house import events as h
from pitboss.house.people.person import Person
from pitboss.house.rounds.history import PlayedRound
from pitboss.play import Viewer, view
from pitboss.play.shoe import names
from pitboss.server import messages as m
from pitboss.server.sockets import MILLISECOND, SECRET


def finished(house: House, person: Person, id: str) -> PlayedRound:
    table, _, number = id.rpartition("-")
    if not table or not number.isascii() or not number.isdecimal() or len(number) > 12:
        raise PitbossError("round/unknown", f"There is no round {id}.")
    played = house.history.round(table, int(number))
    if played.person != person.id or not played.is_over:
        raise PitbossError("round/unknown", f"There is no finished round {id} of yours.")
    return played


def summary(played: PlayedRound) -> m.RoundSummary:
    shown = _view(played, played.steps[-1].round)
    nets: dict[int, int] = {}
    for payment in shown["payments"]:
        nets[payment["box"]] = nets.get(payment["box"], 0) + payment["net"]
    return m.RoundSummary(
        round=played.id,
        game=played.round.setup.rules.key,
        title=played.round.setup.rules.rulebook.title,
        time=played.steps[-1].time // MILLISECOND,
        staked=shown["mine"]["staked"],
        net=shown["mine"]["net"],
        dealer=shown["dealer"]["cards"],
        dealer_hand=shown["dealer"].get("hand"),
        hands=[
            m.HandPlayed(
                box=box["box"],
                cards=box["cards"],
                hand=box.get("hand"),
                net=nets.get(box["box"], 0),
            )
            for box in shown["boxes"]
            if box["cards"]
        ],
    )


def _view(played: PlayedRound, round: Any) -> Any:
    return view(round, Viewer("player", played.person), played.shoe)


def replay(played: PlayedRound) -> m.RoundReplay:
    faces, setup = played.round.faces, played.round.setup
    return m.RoundReplay(
        round=played.id,
        game=setup.rules.key,
        fingerprint=setup.fingerprint,
        steps=[
            m.ReplayStep(
                time=step.time // MILLISECOND,
                command=step.command,
                events=[h.to_json(e) for e in step.events if not isinstance(e, SECRET)],
                view=_view(played, step.round),
            )
            for step in played.steps
        ],
        shuffle=_proof(played),
        dealt=[names([faces.get(place)]) for place in range(played.round.dealt)],
        head=played.head,
    )


def _proof(played: PlayedRound) -> m.ShuffleProof:
    last, entropy, withdrawn, refused, absent = played.seeds
    return m.ShuffleProof(
        table=played.table,
        round=played.number,
        fingerprint=played.round.setup.fingerprint,
        commitment=last.commitment,
        seed=last.seed,
        entropy=entropy,
        absent=absent,
        withdrawn=[m.WithdrawnSeed(**seed._asdict()) for seed in withdrawn],
        refused=[m.RefusedDeal(**deal._asdict()) for deal in refused],
    )
