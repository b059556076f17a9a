"""The round of play: what may happen, in which order, who may see what, and what follows.

`decide(round, command)` answers with events or a refusal, `apply(round, event)` gives the round
after it; both are pure. The events of a table are its whole record: replaying them is both audit
and recovery. A round never holds a card that is not face up.
"""
