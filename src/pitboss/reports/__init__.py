"""Reports: the PAR sheet that a lab files, the rule card that a player is handed, and charts.

The content of a report is gathered once, from the mathematics, and then written in several
formats. The libraries that write PDF, workbooks and charts are an optional extra, and are imported
only when a report needs them.
"""
