"""What supervisors and load balancers ask: whether the process lives, and whether tables play."""

import http.client
import logging

import pytest

from tests.support.serving import PATIENCE, Client, served

HEALTH = ("/v1/health", "/v1/ready")
FOREIGN = ("elsewhere.example", "192.0.2.7", "192.0.2.7:8080", "[2001:db8::7]", "")


@pytest.fixture
def stopped(tmp_path, caplog):
    with served(tmp_path) as server:
        client = Client(server.address)

        def fail():
            raise OSError("the disk is gone")

        server.house.office.statements.commit = fail
        with caplog.at_level(logging.CRITICAL):
            refused = client.request("POST", "/v1/tables", {"game": "three-pictures"})
        assert (refused.status, refused.code) == (503, "house/stopped")
        yield client


@pytest.mark.parametrize("path", HEALTH)
def test_a_house_that_plays_says_so(guest, path):
    assert guest.get(path) == {"playing": True}


def test_a_house_that_has_stopped_lives_and_is_not_ready(stopped):
    assert stopped.get("/v1/health") == {"playing": False}
    answer = stopped.request("GET", "/v1/ready")
    assert (answer.status, answer.code) == (503, "house/stopped")


def test_head_has_the_same_status_and_no_body(stopped):
    for path, status in zip(HEALTH, (200, 503), strict=True):
        answer = stopped.request("HEAD", path)
        assert (answer.status, answer.body) == (status, b"")


@pytest.mark.parametrize("host", FOREIGN)
def test_health_is_told_under_any_name_and_nothing_else_is(guest, host):
    for method in ("GET", "HEAD"):
        for path in HEALTH:
            assert guest.request(method, path, headers={"Host": host}).status == 200
    for path in ("/", "/v1/lobby", "/v1/health/", "/v1/readyx", "/openapi.json"):
        answer = guest.request("GET", path, headers={"Host": host})
        assert (answer.status, answer.code) == (421, "request/host")


def test_health_is_told_to_those_who_name_no_host(server):
    """Some load balancers still speak HTTP/1.0."""
    connection = http.client.HTTPConnection(
        server.address.removeprefix("http://"), timeout=PATIENCE
    )
    connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"
    connection.putrequest("GET", "/v1/health", skip_host=True)
    connection.endheaders()
    assert connection.getresponse().status == 200
    connection.close()


def test_pages_of_other_sites_are_not_told(guest):
    for path in HEALTH:
        answer = guest.request("GET", path, headers={"Origin": "http://elsewhere.example"})
        assert (answer.status, answer.code) == (403, "request/origin")
