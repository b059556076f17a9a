"""make bench: every ratio, and a failure where a goal is missed."""

import sys

from bench import settlement

sys.exit(1 if sum(part.run() for part in (settlement,)) else 0)
