"""The conformance kits: pytest suites for any rulebook and any wallet, ours and from outside.

    from pitboss import games
    from pitboss.testing import Conformance

    class TestWarThree(Conformance):
        rulebook = games["war-three"].rulebook
        plain = settle_plainly  # Optional: a second settlement, written without Pitboss.

It needs the extra `testing`: pip install 'pitboss[testing]'. See docs/adding-a-game.md. The kit for
wallets is `pitboss.testing.wallets.WalletConformance`, and needs the extra `house` as well: see
docs/wallet.md.
"""

try:
    import pytest
except ModuleNotFoundError:
    message = "The conformance kit needs pytest: pip install 'pitboss[testing]'."
    raise ModuleNotFoundError(message) from None

# So that a failed assertion within the kit shows its values, as in a test of one's own.
pytest.register_assert_rewrite("pitboss.testing.conformance", "pitboss.testing.wallets")

from pitboss.testing.configurations import configurations, one_reading_at_a_time  # noqa: E402
from pitboss.testing.conformance import Conformance  # noqa: E402
from pitboss.testing.deals import PlainDeal, PlainSettlement  # noqa: E402

__all__ = [
    "Conformance",
    "PlainDeal",
    "PlainSettlement",
    "configurations",
    "one_reading_at_a_time",
]
