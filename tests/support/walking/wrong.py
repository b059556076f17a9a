"""What a check raises."""


class Wrong(AssertionError):
    """Something that must hold of every round does not."""
