"""A person at a table, who sees the screen and nothing else; and what the ledger says of them."""

import time

from playwright.sync_api import Page

FIRST = {"three-card-poker": "ante", "three-card-prime": "ante"}
PATIENCE = 30_000  # Milliseconds; nothing here waits for that long unless it is broken.


class Seat:
    def __init__(self, context, server):
        self.context, self.server = context, server
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message):
        if message.type == "error" and "WebSocket" not in message.text:
            self.faults.append(message.text)

    # Where

    def take(self, game):
        """From the lobby, with one tap."""
        self.game, self.first = game, FIRST.get(game, "initial")
        self.page.goto(self.server.address)
        self.page.locator(f'[data-game="{game}"] [data-button="play-now"]').click()
        self.page.wait_for_url("**/table/*")
        self.ready()
        self.table = self.page.url.rsplit("/", 1)[1].split("?")[0]

    def ready(self, phase="betting"):
        """Wait until nothing moves and this is what the table waits for."""
        self.page.wait_for_selector(f'[data-phase="{phase}"]:not([data-busy])')

    def phase(self):
        return self.page.locator("[data-phase]").get_attribute("data-phase")

    # What a person does

    def tap(self, wager):
        self.page.locator(f'[data-spot="{wager}"]').click()

    def gold(self):
        self.page.locator('[data-button="gold"]').click()

    def button(self, name):
        self.page.locator(f'[data-button="{name}"]').click()

    def open_rules(self):
        """From the bar, or on a phone from the menu."""
        if self.page.locator('[data-button="rules"]:visible').count():
            self.button("rules")
        else:
            self.button("menu")
            self.button("menu-rules")
        self.page.wait_for_selector("[data-rules]")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def deal(self):
        """The chips that lie there, or the last bets again; until a decision or the end."""
        self.answered(self.gold)

    def finish(self):
        """Play every hand that may be played."""
        while self.phase() == "deciding":
            self.answered(self.gold)

    def answered(self, act):
        """Do something that ends in a decision or in a result, and wait for it."""
        before = self.sequence()
        act()
        self.page.wait_for_function(
            """before => {
                const table = document.querySelector('[data-phase]');
                return Number(table?.dataset.sequence) > before && table.dataset.busy === undefined
                    && ['deciding', 'settled'].includes(table.dataset.phase);
            }""",
            arg=before,
        )

    def sequence(self):
        return int(self.page.locator("[data-phase]").get_attribute("data-sequence"))

    # What a person sees

    def figure(self, name):
        """An amount on the screen, in cents, as it is written there."""
        return cents(self.page.locator(f'[data-figure="{name}"]').inner_text())

    def shows(self, name, amount):
        """Wait for an amount: figures count up to their new value."""
        self.becomes(lambda: self.figure(name), amount)

    def has(self, amount):
        """Wait until the house says that this is the person's balance."""
        self.becomes(self.balance, amount)

    def becomes(self, seen, value):
        """Wait until something has this value."""
        deadline = time.monotonic() + PATIENCE / 1000
        while (now := seen()) != value:
            assert time.monotonic() < deadline, f"it is {now}, not {value}"
            self.page.wait_for_timeout(50)

    def cards(self):
        return [card.get_attribute("data-card") for card in self.page.locator("[data-card]").all()]

    # What the house has

    def person(self):
        return self.context.request.get(f"{self.server.address}/v1/guests/me").json()

    def balance(self):
        return self.person()["balance"]

    def rounds(self):
        return self.context.request.get(f"{self.server.address}/v1/rounds").json()["rounds"]

    def replay(self, round):
        return self.context.request.get(f"{self.server.address}/v1/rounds/{round}").json()


def bring_entropy(page: Page, entropy: bytes) -> None:
    """Let the next deal use this as the player's randomness, so that the hand is known before."""
    page.evaluate(
        """bytes => {
            const real = crypto.getRandomValues.bind(crypto);
            crypto.getRandomValues = array => {
                if (array.length !== 32) return real(array);
                array.set(bytes);
                return array;
            };
        }""",
        list(entropy),
    )


def cents(text):
    """An amount as it is written: $1,234.50 or −$5."""
    digits = text.replace("\u2212", "-").replace("\u2060", "")  # A minus, joined to its number.
    digits = digits.replace("$", "").replace(",", "").replace("+", "").strip()
    whole, _, part = digits.partition(".")
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole or 0)) * 100 + int((part + "00")[:2]))
