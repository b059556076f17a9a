"""What the checks of a random walk raise."""


class RoundFault(AssertionError):
    """Something that must hold of every round does not."""
