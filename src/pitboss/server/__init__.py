"""The server: people and programs talk to a house over HTTP and WebSockets.

app         the application: every route, and what guards them
messages    what is said on the wire, as strict models
sockets     one WebSocket per table and viewer, each with a bounded queue
guests      cookies, and how often somebody may ask
facts       what never changes: documents, odds, the lobby
advice      the coach: the best decision, and what the other one costs
serve       a house in a folder, served on a port
"""
