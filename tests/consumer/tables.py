"""Settles hands, simulates a table, follows a session, and designs a pay table."""

from pitboss import (
    BoxBets,
    BoxSettlement,
    Designs,
    Game,
    Jackpot,
    Limits,
    Line,
    Session,
    SettlementJson,
    Simulated,
    SimulationJson,
    around,
    games,
)


def receipt(settlement: BoxSettlement) -> tuple[int, int, dict[str, int], str]:
    line: Line = settlement["ante"]
    data: SettlementJson = settlement.as_json()
    nets = {wager: line.net for wager, line in settlement.items()}
    return line.stake, settlement.net, nets, data["lines"][0]["says"]


def brave(cards: str) -> bool:
    return cards[0] in "AKQJ"


def simulated(game: Game) -> tuple[bool, float, int, str]:
    done: list[int] = []
    result: Simulated = game.simulate(
        5_000,
        boxes=[BoxBets({"ante": 1000, "progressive": 250}), BoxBets({"ante": 2500}, brave)],
        seed=7,
        jackpot=Jackpot(start=500_000),
        progress=lambda rounds, asked: done.append(rounds),
    )
    data: SimulationJson = result.as_json()
    return result.agrees, data["edge"], done[-1], str(result.records()[0]["wager"])


def evening(game: Game) -> tuple[float, float, float]:
    session: Session = game.session({"ante": 1000}, strategy="play-all")
    stopped = session.stopped(100, Limits(bankroll=20_000, win_goal=20_000))
    band = session.table(1).after(100).band(95)
    return session.after(100).chance_ahead, stopped.chance_ruined, band.low_edge


def designs(game: Game) -> tuple[int, str]:
    listed: Designs = game.design(
        "pair-plus", {"straight": (4, 8), "flush": None}, edge=around(0.03, 0.01), limit=3
    )
    return len(listed.records()), listed[0].pays["straight"]


def run() -> list[object]:
    poker = games["three-card-poker"]
    bets = {"ante": 5000, "pair-plus": 1000}
    settlement = poker.settle(player="Qs Qd 7h", dealer="Qh 8c 3d", bets=bets)
    return [receipt(settlement), simulated(poker), evening(poker), designs(poker)]
