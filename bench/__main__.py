"""make bench: every ratio, and a failure where a goal is missed."""

import sys

from bench import book, settlement

sys.exit(1 if sum(part.run() for part in (settlement, book)) else 0)
