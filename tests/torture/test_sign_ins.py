"""Nobody learns from the time of an answer whether a name is a player's."""

import asyncio
import random
import time
from itertools import count

import pytest

from pitboss.errors import PitbossError
from pitboss.house.people.passwords import Passwords
from pitboss.house.people.person import hash_of_token
from pitboss.house.requests import Register
from pitboss.server.sign_in_guard import SignInGuard, SignInLimits
from pitboss.server.sign_ins import Browser, SignIns
from tests.support.houses import Guest, opened
from tests.support.serving import ENDLESS

pytestmark = [pytest.mark.torture, pytest.mark.timeout(3600)]

ATTEMPTS = 10_000
TELLS = 4.0  # Standard errors; by chance in one of 16,000 runs.


class Hasty(Passwords):
    """As one would write it who does not think of time."""

    def is_right(self, kept, password):
        return kept is not None and super().is_right(kept, password)


def rank_sum(one, two):
    """The statistic of Wilcoxon's two-sample test, in standard errors."""
    ranks = {at: rank for rank, (_, at) in enumerate(sorted(zip([*one, *two], count())), 1)}
    n, m = len(one), len(two)
    total = sum(ranks[at] for at in range(n))
    return (total - n * (n + m + 1) / 2) / (n * m * (n + m + 1) / 12) ** 0.5


def difference(folder, passwords, attempts):
    """How much the times of a wrong password and of an unknown name differ."""
    with opened(folder) as house:
        for number in range(20):
            guest = Guest(house, token=f"{number}")
            asked = Register(
                f"Player {number}", passwords.hash("right"), hash_of_token(f"p{number}"), ""
            )
            house.register(guest.id, "r", asked).result(30)
        sign_ins = SignIns(house, SignInGuard(SignInLimits(*[ENDLESS] * 4)), passwords)
        chance, times = random.Random(1), {"Player": [], "Nobody": []}

        async def attempt_all():
            for number in range(attempts):
                kind = chance.choice(("Player", "Nobody"))
                began = time.perf_counter()
                with pytest.raises(PitbossError):
                    await sign_ins.sign_in(
                        Browser("here", None), f"{kind} {chance.randrange(20)}", f"wrong {number}"
                    )
                times[kind].append(time.perf_counter() - began)

        asyncio.run(attempt_all())
    return rank_sum(*times.values())


def test_an_unknown_name_takes_as_long_as_a_wrong_password(tmp_path):
    assert abs(difference(tmp_path, Passwords(1, 1_024), ATTEMPTS)) < TELLS


def test_a_difference_would_be_found(tmp_path):
    assert abs(difference(tmp_path, Hasty(1, 1_024), 200)) > TELLS
