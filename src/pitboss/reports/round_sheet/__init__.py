"""The round sheet: one round as a dispute desk hands it over."""
