"""A house that is served, for all the tests of a module; each test has guests of its own."""

import pytest

from tests.support.serving import Client, served
from tests.support.wire import conforms


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as server:
        yield server


@pytest.fixture
def guest(server):
    """Somebody new, whose every message is held against the published document."""
    return Client(server.address, conforms=conforms)
