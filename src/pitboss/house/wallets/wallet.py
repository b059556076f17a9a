"""The wallet port: an operator's own wallet stands in for ours.

A wallet holds the money of an operator's players while it is not at our tables. Any object with
these four methods can be one; `HttpWallet` speaks to one over HTTP. Several threads call at once.

Every call that moves money has a reference of its own, and a repeated call under its reference
moves nothing more. A wallet answers with a receipt, or declines for good. Anything else means that
nobody knows what happened: the adapter raises `Unreachable`. We then ask again under the same
reference, or roll a debit back, until there is an answer. docs/wallet.md has the whole contract,
and `pitboss.testing.wallets` tests an adapter against it.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

DEBIT, CREDIT = "debit", "credit"
NO_FUNDS = "insufficient-funds"
UNKNOWN_PLAYER = "unknown-player"
REFERENCE_USED = "reference-used"  # For another amount, another player or another kind of call.
ROLLED_BACK = "rolled-back"
REASON = re.compile(r"[a-z][a-z0-9-]{0,39}")


class Receipt(NamedTuple):
    """The call was carried out, now or when it was made first."""

    reference: str
    balance: int  # What the player has in the wallet, as far as it knows.


class Declined(NamedTuple):
    """Nothing was done, and nothing ever will be under this reference."""

    reason: str  # Small letters, digits and hyphens, such as `insufficient-funds`.


Answer = Receipt | Declined


class Unreachable(Exception):
    """Nobody knows whether the call was carried out. Ask again under the same reference."""


class Wallet(Protocol):
    """What we ask of an operator's wallet. Amounts are above nothing, in the smallest unit."""

    def balance(self, player: str) -> int | Declined:
        """What a player has there."""

    def debit(self, player: str, amount: int, reference: str) -> Answer:
        """Take the amount from the player, once."""

    def credit(self, player: str, amount: int, reference: str) -> Answer:
        """Give the amount to the player, once."""

    def rollback(self, player: str, reference: str) -> Answer:
        """Undo a debit. One that never arrived is remembered, and declined when it does."""


class Call(NamedTuple):
    """A debit or a credit whose end we do not know yet."""

    reference: str
    person: str
    wallet_id: str  # The player, as the wallet knows them.
    kind: str
    amount: int
