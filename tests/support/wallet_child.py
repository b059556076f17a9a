"""A process whose players have wallets, and that plays until it is killed.

    python -m tests.support.wallet_child FOLDER URL SECRET_FILE SEED

The wallet is another process's, over HTTP: it lives on. A line is printed after each answer.
"""

import random
import sys
from dataclasses import replace
from pathlib import Path

from pitboss.house import House, errands
from pitboss.house.settings import WalletSettings
from tests.support.house_child import play_together
from tests.support.houses import GAMES, PRACTICE, random_command
from tests.support.wallet_trials import PLAYERS, Player


def play(house, number, seed, say):
    chance = random.Random(f"{seed}/{number}")
    seats = [Player(house, f"p-{number}", game, f"{seed} {game}") for game in GAMES]
    for step in range(10**9):
        seat = chance.choice(seats)
        command = random_command(chance, seat.look().table)
        reply = seat.ask(command, f"{seed}-{number}-{step}")
        say(reply.refusal.code if reply.refusal else "done")


def main(folder, url, secret_file, seed):
    errands.FIRST_WAIT = 0.01
    settings = replace(PRACTICE, wallet=WalletSettings(url, secret_file))
    play_together(House(Path(folder), settings=settings), seed, play, PLAYERS)


if __name__ == "__main__":
    main(*sys.argv[1:])
