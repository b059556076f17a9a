"""Reports: the PAR sheet that a lab files, and the rule card that a player is handed.

What a report says is gathered once, from the mathematics, and written in several formats. The
libraries that make PDF, workbooks and charts are an extra, imported when a report is made.
"""
