"""What rules are written in: expressions, wagers, pays, readings, irregularities, procedure."""
