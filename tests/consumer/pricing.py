"""Prices wagers, compares a custom pay table, and reports what is wrong with a request."""

from fractions import Fraction

from pitboss import (
    BadBet,
    Game,
    OddsJson,
    OddsTable,
    Paytable,
    PitbossError,
    Record,
    Strategy,
    StrategyJson,
    UnknownName,
    WagerTable,
    games,
)


def edges(game: Game) -> dict[str, Fraction]:
    return {key: odds.house_edge for key, odds in game.odds().items() if odds.wager.is_staked}


def priced(game: Game, wager: str, pays: dict[str, str]) -> WagerTable:
    return game.configure(paytables={wager: Paytable("mine", pays)}).odds()[wager]


def published(odds: OddsTable) -> tuple[float, str, list[str]]:
    data: OddsJson = odds.as_json()
    return (
        data["main"]["house_edge"],
        data["wagers"]["pair-plus"]["outcomes"][0]["outcome"],
        [warning["message"] for warning in data["warnings"]],
    )


def decision(game: Game, cards: str) -> tuple[str, Fraction, int]:
    strategy: Strategy = game.strategy()
    data: StrategyJson = strategy.as_json()
    return strategy.best(cards), strategy.value(cards, "play"), data["folds"]


def known_games(*keys: str) -> list[Game]:
    return [game for key in keys if (game := games.get(key)) is not None]


def reason(game: Game, bets: dict[str, int]) -> str:
    try:
        game.settle(player="Qs Qd 7h", dealer="Qh 8c 3d", bets=bets)
    except UnknownName as error:
        return f"name: {error.message}"
    except BadBet as error:
        return f"bet: {error.as_json()['message']}"
    except PitbossError as error:
        return f"other: {error.code} {error.clause}"
    return ""


def largest_edge(records: list[Record]) -> str:
    known = [(record["house_edge"], record["wager"]) for record in records]
    return max((edge, str(wager)) for edge, wager in known if isinstance(edge, float))[1]


def run() -> list[object]:
    poker = games["three-card-poker"]
    pays = {"straight-flush": "40 to 1", "three-of-a-kind": "30 to 1", "straight": "6 to 1"}
    return [
        edges(poker)["pair-plus"],
        priced(poker, "pair-plus", {**pays, "flush": "4 to 1", "pair": "1 to 1"}).house_edge,
        published(poker.odds()),
        decision(poker, "Qs 6d 4h"),
        known_games("three-card-poker", "baccarat"),
        reason(poker, {"antee": 5000}),
        reason(poker, {"ante": 0}),
        largest_edge(poker.odds().records()),
    ]
