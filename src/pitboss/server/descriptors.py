"""How many files and connections this process may have open at once."""

from __future__ import annotations

import logging
import resource

log = logging.getLogger(__name__)

RESERVED = 64  # For the house: a database, a log and a page have to be opened at any time.
MOST = 65_536
WITHOUT_BOUND = 10_240  # macOS names no bound, and refuses more.


def descriptor_limit() -> int:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else soft


def raise_descriptor_limit() -> None:
    """Take what the system gives; shells and supervisors often begin with 1,024."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    possible = WITHOUT_BOUND if hard == resource.RLIM_INFINITY else min(hard, MOST)
    before = descriptor_limit()
    if before < possible:
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    log.info("up to %d files and connections may be open (before: %d)", descriptor_limit(), before)
