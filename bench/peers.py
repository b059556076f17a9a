"""Peers: how fast other libraries play rounds of games near to ours, measured in the same run.

Each is played by its own shortest road: everything is set up beforehand, one round goes untimed
first, and all that a round then costs is the library and the few calls it needs.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count, cycle
from typing import Any

import numpy as np
import pyspiel
from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    Opening,
    RhodeIslandHoldemHand,
    State,
    Street,
)

Clock = Callable[[], float]

SEED = 1
AT_ONCE = 8  # To look at the clock after each round would cost a fast peer some per cent.
TABLES = 1 << 10  # Of EnvPool, at once: with fewer or many more it is slower.
BATCH, MOST_MOVES = 1 << 14, 8  # Of Pgx: games at once, and moves until the last of them is over.


def blackjack_rounds(seconds: float, clock: Clock = time.perf_counter) -> float:
    """Rounds of OpenSpiel's blackjack a second: one player, one deck, cards and moves by chance.

    The rules are compiled C++; a round is about seven moves, each listed and made from Python. At
    a chance node the outcomes are asked for as OpenSpiel's documentation has it; in blackjack each
    is as likely as the next, so one is chosen without weighing, which is over twice as fast as the
    documented `np.random.choice`. The round ends with what it returns: 1, 0 or -1 for a
    hit-or-stand game without doubling, splitting or a bonus for a natural.
    """
    game = pyspiel.load_game("blackjack")
    choose = random.Random(SEED).choice

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choose(state.chance_outcomes())[0])
            else:
                state.apply_action(choose(state.legal_actions()))
        state.returns()

    return _each_second(play, seconds, clock)


def blackjack_rounds_at_best(seconds: float, clock: Clock = time.perf_counter) -> float:
    """The same by the shortest road there is from Python.

    Of a chance node the legal actions are the cards left, so to choose among them is to sample the
    outcomes without asking for their chances; and the list is empty when the round is over.
    """
    game = pyspiel.load_game("blackjack")
    chance = random.Random(SEED).random

    def play() -> None:
        state = game.new_initial_state()
        while actions := state.legal_actions():
            state.apply_action(actions[int(chance() * len(actions))])
        state.returns()

    return _each_second(play, seconds, clock)


def pokerkit_hands(seconds: float, clock: Clock = time.perf_counter) -> float:
    """Hands a second of three-card poker between two, as PokerKit plays a game defined to it.

    Its games ready-made are not ours, but its parts are: Rhode Island hold'em ranks three cards
    exactly as Three Card Poker does, and `State` takes any streets. So each of two antes one and is
    dealt three cards of a deck of 52; the first bets one more (Play), the other calls, the cards
    are compared and the pot is paid. No pay table, no qualifying dealer, no other bets: less than
    our round. All is automated but the deal, since three cards at once are faster than one by one,
    and stacks are just what is bet. PokerKit is plain Python and shuffles with `random` itself.
    """
    automations = tuple(step for step in Automation if step is not Automation.HOLE_DEALING)
    face_down, board, draws, bet, most_bets = (False,) * 3, 0, False, 1, 1
    streets = (Street(False, face_down, board, draws, Opening.POSITION, bet, most_bets),)
    ante, stack, players = 1, 2, 2

    def play() -> None:
        state = State(
            automations,
            Deck.STANDARD,
            (RhodeIslandHoldemHand,),
            streets,
            BettingStructure.FIXED_LIMIT,
            ante_trimming_status=True,
            raw_antes=ante,
            raw_blinds_or_straddles=0,
            bring_in=0,
            raw_starting_stacks=stack,
            player_count=players,
        )
        state.deal_hole(3)
        state.deal_hole(3)
        state.complete_bet_or_raise_to()
        state.check_or_call()

    random.seed(SEED)
    return _each_second(play, seconds, clock)


def pokers_games(seconds: float, clock: Clock = time.perf_counter) -> float:
    """Games a second of hold'em between two, by pokers: rules in Rust, moves by chance.

    A move is made from Python, and gives a new state. Most games are folded after a move or two.
    At a showdown it prints to the standard output, which is turned away meanwhile.
    """
    pokers: Any = import_module("pokers")
    chance, raising, seeds = random.Random(SEED).random, pokers.ActionEnum.Raise, count()
    new_state, action = pokers.State.from_seed, pokers.Action

    def play() -> None:
        state = new_state(2, 0, 0.5, 1.0, 2.0, next(seeds))  # Players, button, blinds, stake.
        while not state.final_state:
            moves = state.legal_actions
            move = moves[int(chance() * len(moves))]
            state = state.apply_action(action(move, 1.0 if move == raising else 0.0))

    with _silence():
        return _each_second(play, seconds, clock)


@contextmanager
def _silence() -> Iterator[None]:
    """Nothing goes to the standard output, whoever writes to it."""
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(kept, 1)
            os.close(kept)


def envpool_rounds(seconds: float, clock: Clock = time.perf_counter) -> float:
    """Rounds a second of blackjack, by EnvPool: rules in C++, a thousand tables at once.

    One player to a table, hit or stand by chance. Cards come from a deck without end, so there is
    nothing to shuffle and no card to leave out. A round that is over starts anew by itself.
    """
    envpool: Any = import_module("envpool")
    tables = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=TABLES, num_threads=1)
    tables.reset()
    moves = np.random.default_rng(SEED).integers(2, size=(64, TABLES)).astype(np.int32)
    turns, over = cycle(moves), list[int]()

    def move() -> None:
        _, _, ended, _, _ = tables.step(next(turns))
        over.append(int(ended.sum()))

    return _each_second(move, seconds, clock) * sum(over) / len(over)


def pgx_games(seconds: float, clock: Clock = time.perf_counter) -> float:
    """Games a second of Leduc hold'em between two, by Pgx: rules in JAX, compiled, in batches.

    Thousands of games at once, moves by chance, nothing seen from Python but the rewards. Of the
    games of chance that Pgx has it is the one with most of a card game: a deck of six, and a card
    for each of two.
    """
    jax: Any = import_module("jax")
    environment: Any = import_module("pgx").make("leduc_holdem")
    deal, move = jax.vmap(environment.init), jax.vmap(environment.step)

    def turn(_: int, before: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = before
        key, chance = jax.random.split(key)
        weights = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return move(state, jax.random.categorical(chance, weights, axis=1)), key

    @jax.jit  # type: ignore[untyped-decorator]
    def play(key: Any) -> tuple[Any, Any, Any]:
        key, chance = jax.random.split(key)
        state = deal(jax.random.split(chance, BATCH))
        state, key = jax.lax.fori_loop(0, MOST_MOVES, turn, (state, key))
        return state.rewards.sum(0), state.terminated.all(), key

    _, over, key = play(jax.random.PRNGKey(SEED))
    assert bool(over), "a game goes on after its last move"
    held = [key]

    def batch() -> None:
        rewards, _, held[0] = play(held[0])
        rewards.block_until_ready()

    return BATCH * _each_second(batch, seconds, clock)


def _each_second(play: Callable[[], None], seconds: float, clock: Clock) -> float:
    play()
    played = 0
    start = clock()
    while (passed := clock() - start) < seconds:
        for _ in range(AT_ONCE):
            play()
        played += AT_ONCE
    return played / passed
