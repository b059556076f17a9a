"""The columns of three-card hands, worked out plainly: a check on `pitboss.cards.hands`.

Each function takes three card numbers in any order. It shares no code with the engine, only the
numbering of cards: rank = card // 4 + 2 (an ace is 14), suit = card % 4 (clubs, diamonds, hearts,
spades).
"""


def rank(card):
    return card // 4 + 2


def suit(card):
    return card % 4


def sorted_ranks(a, b, c):
    """The three ranks, lowest first."""
    low, mid, high = rank(a), rank(b), rank(c)
    if low > mid:
        low, mid = mid, low
    if mid > high:
        mid, high = high, mid
    if low > mid:
        low, mid = mid, low
    return low, mid, high


def how_many(wanted, a, b, c):
    count = 0
    for card in (a, b, c):
        if rank(card) == wanted:
            count = count + 1
    return count


def points(a, b, c):
    total = 0
    for card in (a, b, c):
        if rank(card) == 14:
            total = total + 1
        elif rank(card) < 10:
            total = total + rank(card)
    while total >= 10:
        total = total - 10
    return total


def jacks(a, b, c):
    return how_many(11, a, b, c)


def queens(a, b, c):
    return how_many(12, a, b, c)


def kings(a, b, c):
    return how_many(13, a, b, c)


def pictures(a, b, c):
    count = 0
    for card in (a, b, c):
        if rank(card) == 11 or rank(card) == 12 or rank(card) == 13:
            count = count + 1
    return count


def ranks(a, b, c):
    """The same for two hands that differ only in suits, and for no others."""
    low, mid, high = sorted_ranks(a, b, c)
    return 10000 * high + 100 * mid + low


def high(a, b, c):
    highest = 0
    for card in (a, b, c):
        if rank(card) > highest:
            highest = rank(card)
    return highest


def ace_low_straight(a, b, c):
    has_ace = how_many(14, a, b, c) == 1
    has_deuce = how_many(2, a, b, c) == 1
    has_three = how_many(3, a, b, c) == 1
    return has_ace and has_deuce and has_three


def suited(a, b, c):
    return suit(a) == suit(b) and suit(b) == suit(c)


def consecutive(a, b, c):
    low, mid, high = sorted_ranks(a, b, c)
    return mid == low + 1 and high == mid + 1


def category(a, b, c):
    low, mid, high = sorted_ranks(a, b, c)
    in_a_row = consecutive(a, b, c) or ace_low_straight(a, b, c)
    if in_a_row and suited(a, b, c):
        return 5
    if low == high:
        return 4
    if in_a_row:
        return 3
    if suited(a, b, c):
        return 2
    if low == mid or mid == high:
        return 1
    return 0


def category_ace_low_plain(a, b, c):
    if ace_low_straight(a, b, c):
        return 3
    return category(a, b, c)


def deciding_ranks(a, b, c):
    """What decides between two hands of one category, the weightiest first."""
    low, mid, high = sorted_ranks(a, b, c)
    if ace_low_straight(a, b, c):
        return 3, 2, 1
    if low == mid and mid != high:
        return low, low, high
    if mid == high and low != mid:
        return high, high, low
    return high, mid, low


def in_order(kind, deciding):
    first, second, third = deciding
    return ((kind * 100 + first) * 100 + second) * 100 + third


def strength(a, b, c):
    return in_order(category(a, b, c), deciding_ranks(a, b, c))


def strength_ace_low_plain(a, b, c):
    return in_order(category_ace_low_plain(a, b, c), deciding_ranks(a, b, c))


def royal(a, b, c):
    ranks_fit = how_many(14, a, b, c) + how_many(13, a, b, c) + how_many(12, a, b, c) == 3
    each_once = how_many(14, a, b, c) == 1 and how_many(13, a, b, c) == 1
    if not (ranks_fit and each_once and suited(a, b, c)):
        return 0
    if suit(a) == 3:
        return 2
    return 1


def colour(a, b, c):
    red = 0
    for card in (a, b, c):
        if suit(card) == 1 or suit(card) == 2:
            red = red + 1
    if red == 0:
        return 1
    if red == 3:
        return 2
    return 0


COLUMNS = {
    "points": points,
    "jacks": jacks,
    "queens": queens,
    "kings": kings,
    "pictures": pictures,
    "ranks": ranks,
    "high": high,
    "ace_low_straight": ace_low_straight,
    "suited": suited,
    "category": category,
    "category_ace_low_plain": category_ace_low_plain,
    "strength": strength,
    "strength_ace_low_plain": strength_ace_low_plain,
    "royal": royal,
    "colour": colour,
}
