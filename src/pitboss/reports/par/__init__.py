"""PAR sheets: the figures of a game for labs and regulators, as PDF, XLSX, HTML and JSON."""
