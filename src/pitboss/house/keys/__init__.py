"""Keys, and what they seal and sign: seeds of unfinished rounds, and closed days."""
