"""A program that plays a round of one game or of each, by the documented protocol alone.

    python examples/client.py [ADDRESS [GAME]]       # while pitboss serve runs

It prints each receipt as a line of JSON, and knows nothing of the rules: the server does.
"""

import json
import secrets
import sys
import urllib.error
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
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).split(";")[0]
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            raise SystemExit(json.load(refused)["error"]["message"]) from None

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
            if refused := said["answer"]["refused"]:
                raise SystemExit(f"{refused['code']}: {refused['message']}")
            return said


def play_a_round(client, game):
    """Bet the minimum on the main wager, deal, play every hand that may be played."""
    with client.sit(game) as table:
        said = json.loads(table.recv(timeout=30))
        document = client.get(f"/v1/documents/{said['fingerprint']}")
        ranges = {(bet["box"], bet["wager"]): bet["ranges"] for bet in said["allowed"]["bets"]}
        stakes = {"2": {document["first"]: ranges[2, document["first"]][0][0]}}
        # The entropy is drawn for this commitment: send no other for it, and it for no other.
        commitment, entropy = said["shuffle"]["commitment"], secrets.token_hex(32)
        said = ask(table, "deal", boxes=stakes, entropy=entropy, commitment=commitment)
        while said["allowed"]["hands"]:
            said = ask(table, "play", box=said["allowed"]["hands"][0]["box"])
        return said


def receipt(game, said):
    """What a round came to; amounts are in the smallest unit of the house's currency."""
    view = said["view"]
    apart = {"box", "bettor", "cut", "from_meter", "corrected"}  # Not in settle --json.
    hands = {"player": view["boxes"][0], "dealer": view["dealer"], "fourth": view.get("fourth")}
    return {
        "game": game, "round": said["round"],
        **{who: hand["cards"] for who, hand in hands.items() if hand},
        "lines": [{k: v for k, v in paid.items() if k not in apart} for paid in view["payments"]],
        "net": view["mine"]["net"], "balance": said["balance"],
    }  # fmt: skip


def main():
    address, *games = sys.argv[1:] or ["http://localhost:8000"]
    client = Client(address)
    for game in games or [tile["game"] for tile in client.get("/v1/lobby")["games"]]:
        print(json.dumps(receipt(game, play_a_round(client, game)), ensure_ascii=False))


if __name__ == "__main__":
    main()
