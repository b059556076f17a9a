"""Forty rounds of each game in a browser: every figure on the screen equals the ledger's."""

import pytest

from pitboss.rulebooks import RULEBOOKS
from tests.browser.conftest import browser, sit, site  # noqa: F401  # Fixtures.
from tests.browser.test_playing import play_on

pytestmark = pytest.mark.torture


@pytest.mark.parametrize("game", RULEBOOKS)
def test_figures_agree_over_forty_rounds(sit, game):  # noqa: F811
    play_on(sit(game), 40)
