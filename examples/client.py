"""A program that sits down at each game and plays one hand, by the documented protocol alone.

    pitboss serve                             # in one terminal
    python examples/client.py [ADDRESS]       # in another; the address is http://localhost:8000

It knows nothing of the rules: the server says what may be done and what came of it.
"""

import json
import secrets
import sys
import urllib.request
import uuid

from websockets.sync.client import connect


class Client:
    """A guest of the house."""

    def __init__(self, address):
        self.address, self.cookie = address.rstrip("/"), ""
        self.guest = self.post("/v1/guests", {})

    def post(self, path, body):
        return self._send(urllib.request.Request(
            self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        ))  # fmt: skip

    def get(self, path):
        return self._send(urllib.request.Request(self.address + path))

    def _send(self, request):
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        with urllib.request.urlopen(request, timeout=30) as answer:
            self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).split(";")[0]
            return json.load(answer)

    def sit(self, game):
        seat = self.post("/v1/tables", {"game": game})
        address = self.address.replace("http", "ws", 1) + f"/v1/tables/{seat['table']}"
        return connect(address, additional_headers={"Cookie": self.cookie}, compression=None)


def ask(table, command, **more):
    """Say a command, and wait for its answer. After a broken line: say it again, same id."""
    id = str(uuid.uuid4())
    table.send(json.dumps({"id": id, "command": command, **more}))
    while True:
        said = json.loads(table.recv(timeout=30))
        if said["type"] == "problem":
            raise SystemExit(said["error"]["message"])
        if said["answer"] and said["answer"]["id"] == id:
            refused = said["answer"]["refused"]
            if refused:
                raise SystemExit(f"{refused['code']}: {refused['message']}")
            return said


def play_a_hand(client, game):
    """Bet the minimum on the main wager, deal, play every hand that may be played."""
    with client.sit(game) as table:
        said = json.loads(table.recv(timeout=30))
        document = client.get(f"/v1/documents/{said['fingerprint']}")
        bet = next(
            bet for bet in said["allowed"]["bets"]
            if bet["wager"] == document["first"] and bet["box"] == 2
        )  # fmt: skip
        stakes = {"2": {bet["wager"]: bet["ranges"][0][0]}}
        # The entropy is drawn for this commitment: send no other for it, and it for no other.
        commitment, entropy = said["shuffle"]["commitment"], secrets.token_hex(32)
        said = ask(table, "deal", boxes=stakes, entropy=entropy, commitment=commitment)
        while said["allowed"]["hands"]:
            said = ask(table, "play", box=said["allowed"]["hands"][0]["box"])
        return document["title"], said


def main():
    client = Client(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000")
    print(f"{client.guest['name']}, ${client.guest['balance'] / 100:,.2f} of play money")
    for game in (tile["game"] for tile in client.get("/v1/lobby")["games"]):
        title, said = play_a_hand(client, game)
        view = said["view"]
        print(f"\n{title}, round {said['round']}")
        print(f"  you {view['boxes'][0]['cards']}   dealer {view['dealer']['cards']}")
        for payment in view["payments"]:
            print(f"  {payment['says']}  {' '.join(payment['clauses'])}")
        print(f"  {view['mine']['net'] / 100:+,.2f}, balance ${said['balance'] / 100:,.2f}")


if __name__ == "__main__":
    main()
