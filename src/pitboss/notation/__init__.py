"""A round written down: as text that people read and write, as JSON, and in words.

`text` and `record_json` are two forms of one `record`: what was said at a table, step by step.
`saved` keeps events instead. `codec` turns single commands and events into JSON, `upgrades` brings
files of earlier versions up to date, and `words` tells each event in a sentence.
"""
