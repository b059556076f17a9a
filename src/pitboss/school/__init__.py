"""The dealer school: questions with answers that the rules give, drawn from a seed.

Hands and payments come from witness deals and their settlement, rulings from the rulebook. The
rarer a case is, and the more a mistake in it costs, the more often it is asked.
"""
