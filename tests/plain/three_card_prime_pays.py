"""The pays of Three Card Prime, appendices A to D, typed in plainly; see three_card_prime."""

# One `if` branch a clause, each with its comment, reads better here than a one-line choice.
# ruff: noqa: SIM108


def play_net(row: int, table: int, stake: int) -> int:
    """The net gain on the Play wager; tables 0 to 3 are Bad Beat Paytables 1 to 4 (A)."""
    # The column "Win/Copy", the same beside every Bad Beat table.
    if row == 2:
        return stake * 10  # Mini-Royal, 10 to 1
    if row == 3:
        return stake * 6  # Straight Flush, 6 to 1
    if row == 4:
        return stake * 5  # Trips, 5 to 1
    if row == 5:
        return stake * 2  # Straight, 2 to 1
    if row == 6:
        return stake * 1  # Flush, 1 to 1
    if row == 7:
        return stake * 1  # Pair, 1 to 1
    if row == 8:
        return stake * 1  # High Card, 1 to 1

    # The four Bad Beat columns.
    if row == 10:  # Straight Flush
        if table == 0 or table == 1:
            return stake * 12  # 12 to 1
        return stake * 6  # 6 to 1
    if row == 11:  # Trips
        if table == 0 or table == 1:
            return stake * 10  # 10 to 1
        return stake * 5  # 5 to 1
    if row == 12:  # Straight
        if table == 0 or table == 1:
            return stake * 4  # 4 to 1
        return stake * 2  # 2 to 1
    if row == 13:  # Flush
        if table == 1 or table == 3:
            return stake * 1  # 1 to 1
        return -stake  # "-1 to 1", a loss
    if row == 14:
        return -stake  # Pair, "-1 to 1" in every column
    if row == 15:
        return -stake  # High Card, "-1 to 1" in every column

    # folded (never placed), copy (pushes), lower-than-unqualified (pushes)
    return 0


def pair_bonus_net(row: int, table: int, stake: int) -> int:
    """The net gain on the Pair Bonus wager; tables 0 to 3 are Loose Deuce 1 to 4 (C)."""
    # C.1: the column "Pair Bonus 1", the same beside every Loose Deuce table.
    if row == 0:
        return stake * 50  # Mini Royal, 50 to 1
    if row == 1:
        return stake * 40  # Straight Flush, 40 to 1
    if row == 2:
        return stake * 30  # Trips, 30 to 1
    if row == 3:
        return stake * 6  # Straight, 6 to 1
    if row == 4:
        return stake * 3  # Flush, 3 to 1
    if row == 5:
        return stake * 1  # Pair, 1 to 1

    # C.2: the four Loose Deuce columns.
    if row == 6:  # Mini Royal
        if table == 0:
            return stake * 100  # 100 to 1
        return stake * 75  # 75 to 1 in 2, 3 and 4
    if row == 7:  # Straight Flush
        if table == 0:
            return stake * 80  # 80 to 1
        if table == 1:
            return stake * 60  # 60 to 1
        return stake * 50  # 50 to 1 in 3 and 4
    if row == 8:  # Trips
        if table == 0:
            return stake * 60  # 60 to 1
        if table == 1:
            return stake * 45  # 45 to 1
        return stake * 40  # 40 to 1 in 3 and 4
    if row == 9:  # Straight
        if table == 0:
            return stake * 12  # 12 to 1
        if table == 1:
            return stake * 10  # 10 to 1
        return stake * 8  # 8 to 1 in 3 and 4
    if row == 10:  # Flush
        if table == 0:
            return stake * 6  # 6 to 1
        if table == 1:
            return stake * 5  # 5 to 1
        return stake * 4  # 4 to 1 in 3 and 4
    if row == 11:  # Pair
        if table == 1 or table == 2:
            return stake * 2  # 2 to 1 in 2 and 3
        return stake * 1  # 1 to 1 in 1 and 4
    return -stake


def all_six_net(row: int, table: int, stake: int) -> int:
    """The net gain on the All-Six wager; tables 0 to 4 are A6-1 to A6-5 (D)."""
    if row == 0:  # Six-Card Royal Diamonds
        if table == 4:
            return stake * 200000  # 200,000 to 1
        return stake * 1000  # 1,000 to 1 in A6-1 to A6-4
    if row == 1:  # Six-Card Royal Other
        if table == 4:
            return stake * 20000  # 20,000 to 1
        return stake * 1000  # 1,000 to 1 in A6-1 to A6-4
    if row == 2:
        return stake * 1000  # Five-Card Royal, 1,000 to 1
    if row == 3:
        return stake * 200  # Five-Card Straight Flush, 200 to 1
    if row == 4:  # Four of a Kind
        if table == 2 or table == 3:
            return stake * 100  # 100 to 1 in A6-3 and A6-4
        return stake * 50  # 50 to 1 in A6-1, A6-2 and A6-5
    if row == 5:  # Full House
        if table == 0 or table == 1:
            return stake * 25  # 25 to 1 in A6-1 and A6-2
        return stake * 20  # 20 to 1 in A6-3, A6-4 and A6-5
    if row == 6:  # Flush
        if table == 0:
            return stake * 20  # 20 to 1 in A6-1
        return stake * 15  # 15 to 1 in the others
    if row == 7:  # Straight
        if table == 2:
            return stake * 9  # 9 to 1 in A6-3
        return stake * 10  # 10 to 1 in the others
    if row == 8:  # Three of a Kind
        if table == 2:
            return stake * 8  # 8 to 1 in A6-3
        if table == 3:
            return stake * 7  # 7 to 1 in A6-4
        return stake * 5  # 5 to 1 in A6-1, A6-2 and A6-5
    return -stake


def nets(
    rows: tuple[int, ...],
    reading: tuple[int, ...],
    paytable: tuple[int, ...],
    stakes: tuple[int, ...],
    meter: int,
) -> tuple[int, int, int, int, int]:
    """The net gain on each wager, in units."""
    if rows[0] == 0:
        ante = -stakes[0]  # 3b: a fold loses the Ante
    elif rows[0] == 1:
        ante = 0  # 5a: pushes
    elif rows[0] == 2:
        if reading[0] == 2 or reading[0] == 3:
            ante = 0  # A.4, ante-pushes or pushes
        else:
            ante = stakes[0] * 1  # 5b: even money
    elif rows[0] == 3:
        ante = stakes[0] * 1  # 5b: even money
    else:
        ante = -stakes[0]  # 5c

    play = play_net(rows[1], paytable[1], stakes[1])

    if rows[2] == 0:
        prime = stakes[2] * 4  # B: same colour Player and Dealer, 4 to 1
    elif rows[2] == 1:
        prime = stakes[2] * 3  # B: same colour Player, 3 to 1
    else:
        prime = -stakes[2]  # B: other

    pair_bonus = pair_bonus_net(rows[3], paytable[3], stakes[3])
    six = all_six_net(rows[4], paytable[4], stakes[4])

    return (ante, play, prime, pair_bonus, six)
