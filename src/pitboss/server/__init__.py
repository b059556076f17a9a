"""The server: people and programs talk to a house over HTTP and WebSockets.

app             the application: every route
messages        what is said on the wire, as strict models
openapi         one document that describes all of it
sockets         one WebSocket per table and viewer, each with a bounded queue
asking          who is asking, and what the routes share
guests, guards  cookies, how often somebody may ask, and what every request passes
people_routes   the routes about guests, players, sign-ins and limits
sign_ins        passwords checked, a few at a time; `sign_in_guard`: how often one may be guessed
facts           what never changes: documents, odds, the lobby
advice          the coach: the best decision, and what the other one costs
rounds_played   my rounds, in a list and step by step
page_files      the built page
docs_site       the documentation at /docs
serve           a house in a folder, served on a port
"""
