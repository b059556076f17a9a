"""A 429 says when to ask again: after that many seconds it is answered, and not before."""

import pytest

from pitboss.server.guests import Allowance, Buckets
from pitboss.server.sign_in_guard import SignInGuard, SignInLimits
from tests.support.serving import ENDLESS, GENEROUS, Client, served
from tests.support.wire import conforms

SLOW = Allowance(2, 1 / 1_000)  # Some of the next thousand seconds have passed when it is asked.
SIGN_IN = {"name": "Ada", "password": "a guess"}


@pytest.mark.parametrize(
    ("allowance", "seconds"),
    [((1, 0.5), 2), ((3, 1 / 60), 60), ((2, 0.3), 4), ((1, 40), 1), ((1, 1e9), 1)],
)
def test_the_wait_is_long_enough_and_no_longer(allowance, seconds):
    now = [0.0]
    buckets = Buckets(Allowance(*allowance), lambda: now[0])
    while buckets.take("a"):
        pass
    assert buckets.wait("a") == seconds
    now[0] = seconds - 1
    assert not buckets.has("a")
    now[0] = seconds
    assert buckets.has("a")


def test_a_sign_in_waits_for_the_slowest_of_its_counts():
    now = [0.0]
    limits = SignInLimits(Allowance(1, 1 / 60), Allowance(1, 1 / 600), Allowance(5, 1 / 360))
    guard = SignInGuard(limits, lambda: now[0])
    assert guard.begin("10.0.0.1", "ada")
    assert not guard.begin("10.0.0.1", "ada")
    assert guard.wait("10.0.0.1", "ada") == 600
    assert guard.wait("10.0.0.1", "bob") == 60
    now[0] = 600
    assert guard.begin("10.0.0.1", "ada")


@pytest.mark.parametrize(
    ("limits", "method", "path", "body"),
    [
        ({"requests": SLOW}, "GET", "/v1/lobby", None),
        ({"guests": SLOW}, "POST", "/v1/guests", None),
        ({"sign_ins": SignInLimits(SLOW, ENDLESS, ENDLESS)}, "POST", "/v1/sessions", SIGN_IN),
    ],
    ids=["requests", "guests", "sign-ins"],
)
def test_an_answer_says_when(tmp_path, limits, method, path, body):
    with served(tmp_path, limits=GENEROUS._replace(**limits)) as server:
        for _ in range(2):
            assert Client(server.address, comes_in=False).request(method, path, body).status != 429
        says_when(Client(server.address, comes_in=False).request(method, path, body))


def test_names_and_refusals_say_when(tmp_path):
    limits = GENEROUS._replace(players=SLOW, refusals=SLOW)
    with served(tmp_path, limits=limits) as server:
        guest = Client(server.address)
        for path, more in (
            ("/v1/players", {"name": "?", "password": "a good password"}),
            ("/v1/guests/me/grants", {}),
        ):
            answers = [
                guest.request("POST", path, {"id": f"n{number}", **more}) for number in range(3)
            ]
            assert {answer.status for answer in answers[:2]} <= {409, 422}
            says_when(answers[2])


def says_when(answer):
    assert answer.status == 429
    assert 900 <= int(answer.headers["retry-after"]) <= 1_000
    conforms("ErrorMessage", answer.json())
