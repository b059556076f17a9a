"""Types of results as plain data: the JSON that commands print, and flat records for data frames.

Each `as_json` returns one of these, and `--json` prints it. Amounts are integers in the smallest
unit, `expectation` is an exact fraction such as "-308/5525", and other figures are unrounded
floats.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

Record = dict[str, str | int | float | None]  # A row of a table; pandas and polars take a list.


class ErrorJson(TypedDict):
    """What went wrong, as `--json` prints it."""

    error: str
    clause: NotRequired[str]  # Only if a clause is the reason.
    message: str


class ConfigurationJson(TypedDict):
    """Which rules a result rests on."""

    game: str
    version: str
    fingerprint: str
    paytables: dict[str, str]
    readings: dict[str, str]


# settle


class HandJson(TypedDict):
    cards: str
    hand: str


class LineJson(TypedDict):
    """One wager of a settlement."""

    wager: str
    stake: int
    row: str
    outcome: str
    pays: str
    net: int
    returned: int
    breakage: int
    clauses: list[str]
    definitions: list[str]
    policies: list[str]
    says: str


class FourthCardJson(TypedDict):
    fourth: NotRequired[str]  # Only in games that deal one.


class SettlementJson(ConfigurationJson, FourthCardJson):
    player: HandJson
    dealer: HandJson
    lines: list[LineJson]
    net: int


# odds


class OutcomeJson(TypedDict):
    row: str
    outcome: str
    pays: str
    ways: int
    probability: float


class WeighedOddsJson(TypedDict):
    """A side wager staked like the main bet, under the best strategy for the two together."""

    strategy: str
    folds: int
    expectation: str
    house_edge: float
    main_house_edge: float


class WagerOddsJson(TypedDict):
    """The odds of a wager; an envy bonus, which has no stake, has `units_per_hand` instead.

    `weighed` is there if the wager depends on the decision: the other figures are then under the
    best strategy for the main bet, which does not weigh it.
    """

    outcomes: list[OutcomeJson]
    deals: int
    weighed: NotRequired[WeighedOddsJson]
    units_per_hand: NotRequired[str]
    expectation: NotRequired[str]
    house_edge: NotRequired[float]
    hit_frequency: NotRequired[float]
    push_frequency: NotRequired[float]
    variance: NotRequired[float]
    standard_deviation: NotRequired[float]
    skewness: NotRequired[float]


class NetResultJson(TypedDict):
    net: str
    ways: int
    probability: float


class MainOddsJson(TypedDict):
    """The main bet under the best strategy, per unit of the ante or initial bet."""

    wagers: list[str]
    strategy: str
    folds: int
    expectation: str
    house_edge: float
    element_of_risk: float
    standard_deviation: float
    average_stake: float
    results: list[NetResultJson]


class ProgressiveJson(TypedDict):
    price: int
    jackpot: int
    house_edge: float
    break_even: str
    break_even_with_6_other_boxes: str
    rounds_between_hits: float
    envy_units_per_hand: str


class WarningJson(TypedDict):
    wager: str
    kind: str
    message: str


class WithProgressiveJson(TypedDict):
    progressive: NotRequired[ProgressiveJson]  # Only in games that have one.


class OddsJson(ConfigurationJson, WithProgressiveJson):
    wagers: dict[str, WagerOddsJson]
    main: MainOddsJson
    warnings: list[WarningJson]


# strategy


class ExceptionJson(TypedDict):
    """A hand that is not decided by the nearest threshold."""

    cards: str
    decision: str


class StrategyOddsJson(TypedDict):
    strategy: str
    folds: int
    expectation: str
    house_edge: float
    costs: float
    element_of_risk: float
    standard_deviation: float


class StrategyJson(TypedDict):
    game: str
    fingerprint: str
    strategy: str
    folds: int
    exceptions: list[ExceptionJson]
    strategies: list[StrategyOddsJson]


# simulate


class SimulatedBoxJson(TypedDict):
    stakes: dict[str, int]
    strategy: str
    player: str


class SimulatedOutcomeJson(TypedDict):
    row: str
    outcome: str
    count: int
    expected: float
    standard_error: float
    z: float | None  # None where an outcome is certain, or impossible, and came out otherwise.


class SimulatedWagerJson(TypedDict):
    hands: int
    handle: int
    won: int | str
    mean: float
    exact: float
    standard_error: float
    z: float
    hit_frequency: float
    exact_hit_frequency: float
    outcomes: list[SimulatedOutcomeJson]


class JackpotHitJson(TypedDict):
    round: int
    box: int
    row: str
    paid: int


class JackpotJson(TypedDict):
    start: int
    end: int
    highest: int
    mean: float
    fed: int
    paid: int
    hits: int
    first_hits: list[JackpotHitJson]


class WithJackpotJson(TypedDict):
    jackpot: NotRequired[JackpotJson]  # Only if somebody plays for it.


class SimulationJson(ConfigurationJson, WithJackpotJson):
    seed: int
    rounds: int
    asked: int
    stopped: str | None
    boxes: list[SimulatedBoxJson]
    handle: int
    house_win: int | str
    edge: float
    exact_edge: float
    standard_error: float
    z: float
    wagers: dict[str, SimulatedWagerJson]
    agrees: bool
    verdict: str
