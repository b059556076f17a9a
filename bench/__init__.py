"""Benchmarks: our figure beside a reference measured in the same run, as a ratio."""
