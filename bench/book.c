/* The book: how often every row of every wager of the five games comes up, by counting every deal.
 *
 *     cc -O3 -march=native -o book bench/book.c && ./book
 *
 * The reference that exact odds are measured against, and a road to the same counts that shares
 * nothing with them: no symmetry, no classes of hands, no inclusion and exclusion. One pass a game
 * goes through all 22,100 x 22,100 pairs of a player's and a dealer's hand, leaves out those that
 * share a card (407,170,400 deals stay) and counts the rows of every wager, the rules read as by
 * default and everyone playing. The poker games' passes also value every player's hand, so that the
 * hands better folded come out too. All-Six goes through all 20,358,520 sets of six cards, Pair
 * Bonus through every hand and fourth card. One thread, libc only.
 *
 * Output: "game wager row count", "game strategy folds hands", "time what seconds". The counts of a
 * wager add up to the number of deals (all-six: of sets; pair-bonus: of hands with a fourth card),
 * also where only one of the two hands matters; when they do not, the exit status is 1.
 *
 * Why it is fast: a property of a hand is a column of 16-bit numbers, and so is each suit's part of
 * the mask of its cards. All of a pass then happens in lanes of one width, sixteen deals in a 256-bit
 * register, and no count for one player's hand can overflow its lane, as 22,100 < 65,536. The loops
 * are plain C which the compiler turns into that; what does not change with the dealer's hand is
 * settled outside. No row is taken to be what the others leave, so that the sums prove something.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HANDS = 22100, PADDED = 22112 }; /* whole registers: the loops need no tail */
static const long long DEALS = 407170400, SETS = 20358520, FOURTHS = HANDS * 49;

typedef int16_t column[PADDED];
typedef uint16_t lane;   /* a count for one player's hand */
typedef long long count; /* a count for a game */

static _Alignas(64) column clubs, diamonds, hearts, spades; /* bit r: holds rank r; 0 a two, 12 an ace */
static _Alignas(64) column points, pictures, jacks, queens, kings;
static _Alignas(64) column ranking;   /* picture games: three pictures 30, else points * 3 + pictures */
static _Alignas(64) column ranks;     /* a number for the three ranks, whatever the suits */
static _Alignas(64) column strength;  /* poker games: higher beats lower */
static _Alignas(64) column colour;    /* 1 all red, 2 all black, 0 mixed */
static _Alignas(64) lane met[PADDED]; /* the players' hands that a dealer's hand is dealt against */
static uint64_t held[HANDS];          /* bit c: holds card c */
static uint8_t kind[HANDS];

enum { MINI_ROYAL, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR, HIGH_CARD, KINDS };
enum { THREE_PICTURES = 30, PLAIN_SIX = 18 };                 /* of `ranking`; with pictures: 19, 20 */
enum { OF_A_KIND = 13 * 13 * 13, QUEEN_HIGH = 10 * 13 * 13 }; /* of `strength`: a step; to qualify */

static double since;     /* the start of the pass */
static const char *game; /* whose rows are told */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void timed(const char *what) { printf("time %s %.6f\n", what, now() - since); }

static void rows(const char *wager, count all, const count *n, const char *names) {
    for (size_t length; (length = strcspn(names, " ")) > 0; names += length + (names[length] == ' ')) {
        printf("%s %s %.*s %lld\n", game, wager, (int)length, names, *n);
        all -= *n++;
    }
    if (all != 0) {
        fprintf(stderr, "%s %s: the counts are %lld short\n", game, wager, all);
        exit(1);
    }
}
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define INITIAL "six-points player-wins tie dealer-wins"
#define PROSPERITY "three-kings three-queens three-jacks three-mixed-pictures any-picture-pair no-win"
#define LUCKY_6 "two-pictures one-picture no-picture no-win"

/* ---- the columns ---------------------------------------------------------------------------- */

static void compare_as_poker(int h, int top, int mid, int low, int suited) {
    const int wheel = top == 12 && mid == 1 && low == 0;
    const int run = wheel || (top == mid + 1 && mid == low + 1);
    const int pair = top == mid || mid == low;
    if (run && suited) kind[h] = low == 10 ? MINI_ROYAL : STRAIGHT_FLUSH;
    else kind[h] = top == low ? TRIPS : run ? STRAIGHT : suited ? FLUSH : pair ? PAIR : HIGH_CARD;
    int order = top * 169 + mid * 13 + low;                     /* card by card */
    if (kind[h] == PAIR) order = mid * 169 + (top + low - mid); /* the pair, then the odd card */
    if (wheel) order = 0;                                       /* A 2 3, the lowest straight */
    strength[h] = (int16_t)((HIGH_CARD - kind[h]) * OF_A_KIND + order);
}

static void work_out_columns(void) {
    int16_t *const by_suit[4] = {clubs, diamonds, hearts, spades};
    int h = 0;
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++, h++) {
                const int cards[3] = {a, b, c};
                int total = 0, reds = 0;
                for (int i = 0; i < 3; i++) {
                    const int rank = cards[i] / 4, suit = cards[i] % 4;
                    held[h] |= 1ULL << cards[i];
                    by_suit[suit][h] |= (int16_t)(1 << rank);
                    total += rank == 12 ? 1 : rank < 8 ? rank + 2 : 0;
                    jacks[h] += rank == 9, queens[h] += rank == 10, kings[h] += rank == 11;
                    reds += suit == 1 || suit == 2;
                }
                points[h] = total % 10;
                pictures[h] = jacks[h] + queens[h] + kings[h];
                ranking[h] = pictures[h] == 3 ? THREE_PICTURES : points[h] * 3 + pictures[h];
                ranks[h] = (int16_t)(c / 4 * 169 + b / 4 * 13 + a / 4);
                colour[h] = reds == 3 ? 1 : reds == 0 ? 2 : 0;
                compare_as_poker(h, c / 4, b / 4, a / 4, a % 4 == b % 4 && b % 4 == c % 4);
            }
    for (; h < PADDED; h++) clubs[h] = diamonds[h] = hearts[h] = spades[h] = -1; /* apart from no hand */
}

/* ---- the passes: a player's hand p against every dealer's hand d ---------------------------- */

#define EACH_PLAYER for (int p = 0; p < HANDS; p++)
#define EACH_DEALER for (int d = 0; d < PADDED; d++)
#define COUNT_COMPARED(fit, mine, theirs) \
    (higher += fit & (mine > theirs), same += fit & (mine == theirs), lower += fit & (mine < theirs))
#define PLAYERS_CARDS const int16_t pc = clubs[p], pd = diamonds[p], ph = hearts[p], ps = spades[p]
#define APART (((clubs[d] & pc) | (diamonds[d] & pd) | (hearts[d] & ph) | (spades[d] & ps)) == 0)

static void three_pictures(void) {
    count initial[4] = {0}, tie[2] = {0}, three[2] = {0};
    EACH_PLAYER {
        PLAYERS_CARDS;
        const int16_t mine = ranking[p], total = points[p];
        lane deals = 0, higher = 0, same = 0, lower = 0, tied = 0, untied = 0;
        EACH_DEALER {
            const int16_t apart = APART;
            deals += apart;
            COUNT_COMPARED(apart, mine, ranking[d]);
            tied += apart & (total == points[d]);
            untied += apart & (total != points[d]);
        }
        initial[total == 6 ? 0 : 1] += higher, initial[2] += same, initial[3] += lower;
        tie[0] += tied, tie[1] += untied;
        three[mine == THREE_PICTURES ? 0 : 1] += deals;
    }
    timed(game = "three-pictures");
    rows("initial", DEALS, initial, INITIAL);
    rows("tie", DEALS, tie, "tie no-win");
    rows("three-pictures", DEALS, three, "three-pictures no-win");
}

static int prosperity_row(int h) {
    if (pictures[h] == 3) return kings[h] == 3 ? 0 : queens[h] == 3 ? 1 : jacks[h] == 3 ? 2 : 3;
    return kings[h] == 2 || queens[h] == 2 || jacks[h] == 2 ? 4 : 5;
}

static void prosperity_3_pictures(void) {
    count initial[4] = {0}, tie[3] = {0}, player[6] = {0}, dealer[6] = {0}, perfect[4] = {0};
    EACH_PLAYER {
        PLAYERS_CARDS;
        const int16_t mine = ranking[p], total = points[p], three = ranks[p];
        const int16_t j = jacks[p], q = queens[p], k = kings[p];
        lane deals = 0, higher = 0, same = 0, lower = 0, alike = 0, tied = 0, untied = 0;
        lane match_0 = 0, match_1 = 0, match_2 = 0, match_3 = 0;
        EACH_DEALER {
            const int16_t apart = APART;
            deals += apart;
            met[d] += apart;
            COUNT_COMPARED(apart, mine, ranking[d]);
            alike += apart & (three == ranks[d]);
            tied += apart & (total == points[d]) & (three != ranks[d]);
            untied += apart & (total != points[d]);
            const int16_t matching = LEAST(j, jacks[d]) + LEAST(q, queens[d]) + LEAST(k, kings[d]);
            match_0 += apart & (matching == 0), match_1 += apart & (matching == 1);
            match_2 += apart & (matching == 2), match_3 += apart & (matching == 3);
        }
        initial[total == 6 ? 0 : 1] += higher, initial[2] += same, initial[3] += lower;
        tie[0] += alike, tie[1] += tied, tie[2] += untied;
        player[prosperity_row(p)] += deals;
        perfect[0] += match_1, perfect[1] += match_2, perfect[2] += match_3, perfect[3] += match_0;
    }
    for (int d = 0; d < HANDS; d++) dealer[prosperity_row(d)] += met[d];
    timed(game = "prosperity-3-pictures");
    rows("initial", DEALS, initial, INITIAL);
    rows("tie", DEALS, tie, "perfect-tie tie no-win");
    rows("player-prosperity", DEALS, player, PROSPERITY);
    rows("dealer-prosperity", DEALS, dealer, PROSPERITY);
    rows("picture-perfect", DEALS, perfect, "one-matching two-matching three-matching no-win");
}

static void lucky_three_pictures(void) {
    count initial[4] = {0}, tie[4] = {0}, lucky[5] = {0}, player_6[4] = {0}, dealer_6[4] = {0};
    EACH_PLAYER {
        PLAYERS_CARDS;
        const int16_t mine = ranking[p], total = points[p], own = pictures[p];
        lane higher = 0, same = 0, lower = 0, close = 0, untied = 0;
        lane with_0 = 0, with_1 = 0, with_2 = 0, with_3 = 0, six_0 = 0, six_1 = 0, six_2 = 0, no_six = 0;
        EACH_DEALER {
            const int16_t apart = APART, theirs = ranking[d];
            COUNT_COMPARED(apart, mine, theirs);
            close += apart & (total == points[d]) & (mine != theirs); /* one total, two rankings */
            untied += apart & (total != points[d]);
            with_0 += apart & (pictures[d] == 0), with_1 += apart & (pictures[d] == 1);
            with_2 += apart & (pictures[d] == 2), with_3 += apart & (pictures[d] == 3);
            six_0 += apart & (mine < theirs) & (theirs == PLAIN_SIX);
            six_1 += apart & (mine < theirs) & (theirs == PLAIN_SIX + 1);
            six_2 += apart & (mine < theirs) & (theirs == PLAIN_SIX + 2);
            no_six += apart & ((mine >= theirs) | (points[d] != 6));
        }
        const int tie_row = total == 8 || total == 9 ? 1 : 2, row = 6 - own; /* row 0: six pictures */
        initial[total == 6 ? 0 : 1] += higher, initial[2] += same, initial[3] += lower;
        tie[mine == THREE_PICTURES ? 0 : tie_row] += same, tie[tie_row] += close, tie[3] += untied;
        lucky[LEAST(row, 4)] += with_0, lucky[LEAST(row - 1, 4)] += with_1;
        lucky[LEAST(row - 2, 4)] += with_2, lucky[row - 3] += with_3;
        player_6[total == 6 ? 2 - own : 3] += higher, player_6[3] += same + lower;
        dealer_6[0] += six_2, dealer_6[1] += six_1, dealer_6[2] += six_0, dealer_6[3] += no_six;
    }
    timed(game = "lucky-three-pictures");
    rows("initial", DEALS, initial, INITIAL);
    rows("lucky-tie", DEALS, tie, "tie-three-pictures tie-8-or-9 tie-other no-win");
    rows("lucky-pictures", DEALS, lucky, "six-pictures five-pictures four-pictures three-pictures no-win");
    rows("player-lucky-6", DEALS, player_6, LUCKY_6);
    rows("dealer-lucky-6", DEALS, dealer_6, LUCKY_6);
}

typedef struct {
    lane deals, unqualified, higher, same, lower, one_colour, two_colours;
} compared;

/* The poker games differ only in what this pays. Colours are wanted in one of them; as that is known
 * when compiling, each game has a loop of its own. */
static inline compared compare(int p, int with_colour) {
    PLAYERS_CARDS;
    const int16_t mine = strength[p], shade = colour[p];
    lane deals = 0, unqualified = 0, higher = 0, same = 0, lower = 0, one_colour = 0, two_colours = 0;
    EACH_DEALER {
        const int16_t apart = APART, theirs = strength[d], qualified = apart & (theirs >= QUEEN_HIGH);
        deals += apart;
        unqualified += apart & (theirs < QUEEN_HIGH);
        COUNT_COMPARED(qualified, mine, theirs);
        one_colour += with_colour & apart & (shade == colour[d]);
        two_colours += with_colour & apart & (shade != colour[d]);
    }
    return (compared){deals, unqualified, higher, same, lower, one_colour, two_colours};
}

static void three_card_poker(void) {
    static const int bonus_row[KINDS] = {1, 1, 2, 3, 4, 4, 4}, bonus_pays[KINDS] = {5, 5, 4, 1, 0, 0, 0};
    static const int plus_row[KINDS] = {0, 0, 1, 2, 3, 4, 5}, jackpot_row[KINDS] = {1, 2, 3, 4, 5, 5, 5};
    count ante[5] = {0}, bonus[5] = {0}, plus[6] = {0}, jackpot[6] = {0}, envy[3] = {0}, folds = 0;
    EACH_PLAYER {
        const compared n = compare(p, 0);
        const int of_kind = kind[p], top = jackpot_row[of_kind] - (of_kind == MINI_ROYAL && spades[p]);
        ante[1] += n.unqualified, ante[2] += n.higher, ante[3] += n.same, ante[4] += n.lower;
        bonus[bonus_row[of_kind]] += n.deals;
        plus[plus_row[of_kind]] += n.deals;
        jackpot[top] += n.deals;
        envy[LEAST(top, 2)] += n.deals;
        /* In antes: a dealer who does not qualify pays the ante alone. A fold costs one. */
        folds += n.unqualified + 2 * (n.higher - n.lower) + bonus_pays[of_kind] * n.deals < -n.deals;
    }
    timed(game = "three-card-poker");
    const char *const names = "folded dealer-not-qualified player-higher stand-off dealer-higher";
    rows("ante", DEALS, ante, names);
    rows("play", DEALS, ante, names); /* the same rows on the same deals */
    rows("ante-bonus", DEALS, bonus, "folded straight-flush three-of-a-kind straight no-bonus");
    rows("pair-plus", DEALS, plus, "straight-flush three-of-a-kind straight flush pair no-win");
    rows("progressive", DEALS, jackpot,
         "akq-spades akq-other straight-flush three-of-a-kind straight no-win");
    rows("envy", DEALS, envy, "akq-spades akq-other no-envy");
    printf("%s strategy folds %lld\n", game, folds);
}

static void three_card_prime(void) {
    static const int win_row[KINDS] = {1, 2, 3, 4, 5, 6, 7}, win_pays[KINDS] = {10, 6, 5, 2, 1, 1, 1};
    static const int beat_row[KINDS] = {0, 8, 9, 10, 11, 12, 13}; /* 0: cannot be, and would show */
    static const int beat_pays[KINDS] = {0, 12, 10, 4, -1, -1, -1};
    count ante[5] = {0}, play[14] = {0}, prime[3] = {0}, folds = 0;
    EACH_PLAYER {
        const compared n = compare(p, 1);
        const int of_kind = kind[p], wins = n.unqualified + n.same + n.higher;
        ante[1] += n.unqualified, ante[2] += n.same, ante[3] += n.higher, ante[4] += n.lower;
        play[win_row[of_kind]] += wins, play[beat_row[of_kind]] += n.lower;
        prime[colour[p] ? 0 : 2] += n.one_colour, prime[colour[p] ? 1 : 2] += n.two_colours;
        /* In antes: the ante pushes against a dealer who does not qualify. A fold costs one. */
        const int play_wins = win_pays[of_kind] * wins + beat_pays[of_kind] * n.lower;
        folds += n.same + n.higher - n.lower + play_wins < -n.deals;
    }
    timed(game = "three-card-prime");
    rows("ante", DEALS, ante, "folded dealer-not-qualified copy player-higher dealer-higher");
    rows("play", DEALS, play,
         "folded mini-royal straight-flush trips straight flush pair high-card bad-beat-straight-flush "
         "bad-beat-trips bad-beat-straight bad-beat-flush bad-beat-pair dealer-higher");
    rows("prime", DEALS, prime, "both-same-colour same-colour no-win");
    printf("%s strategy folds %lld\n", game, folds);
}

static void pair_bonus(void) {
    count n[13] = {0};
    EACH_PLAYER for (int fourth = 0; fourth < 52; fourth++) {
        const int deuce = fourth < 4, row = kind[p] == HIGH_CARD ? 12 : kind[p] + 6 * deuce;
        n[row] += !(held[p] >> fourth & 1);
    }
    timed("pair-bonus");
    game = "three-card-prime";
    rows("pair-bonus", FOURTHS, n,
         "mini-royal straight-flush trips straight flush pair loose-deuce-mini-royal "
         "loose-deuce-straight-flush loose-deuce-trips loose-deuce-straight loose-deuce-flush "
         "loose-deuce-pair no-win");
}

/* ---- six cards: rows in order of worth, so the best of several is the least ----------------- */

enum { DIAMONDS_6, ROYAL_6, ROYAL_5, STRAIGHT_FLUSH_5, FOUR, FULL_HOUSE, FLUSH_5, STRAIGHT_5, THREE, NO_WIN };

static uint8_t of_ranks[1 << 13];   /* straight or nothing, by the ranks held */
static uint8_t of_suit[4][1 << 13]; /* flush or more or nothing, by the ranks held in one suit */

typedef struct {
    uint32_t once, twice, thrice, four_times; /* the ranks held at least so often */
    uint64_t suits;                           /* the ranks held in each suit, sixteen bits apiece */
    int suited;                               /* the best row within a suit */
} cards;

static inline cards with(cards hand, int card) {
    const uint32_t rank = 1u << card / 4;
    const int suit = card % 4;
    hand.four_times |= hand.thrice & rank;
    hand.thrice |= hand.twice & rank;
    hand.twice |= hand.once & rank;
    hand.once |= rank;
    hand.suits |= (uint64_t)rank << suit * 16;
    hand.suited = LEAST(hand.suited, of_suit[suit][hand.suits >> suit * 16 & 0x1fff]);
    return hand;
}

static inline int best(cards hand) {
    const int two_ranks = (hand.twice & (hand.twice - 1)) != 0; /* held twice at least */
    const int alike = hand.four_times ? FOUR : !hand.thrice ? NO_WIN : two_ranks ? FULL_HOUSE : THREE;
    return LEAST(LEAST(hand.suited, alike), of_ranks[hand.once]);
}

static void work_out_straights(void) {
    for (int set = 0; set < 1 << 13; set++) {
        const int low = set << 1 | set >> 12; /* the ace once more, below the two */
        const int straight = (low & low >> 1 & low >> 2 & low >> 3 & low >> 4) != 0;
        int size = 0;
        for (int rank = 0; rank < 13; rank++) size += set >> rank & 1;
        of_ranks[set] = straight ? STRAIGHT_5 : NO_WIN;
        for (int suit = 0; suit < 4; suit++) {
            of_suit[suit][set] = straight ? STRAIGHT_FLUSH_5 : size >= 5 ? FLUSH_5 : NO_WIN;
            if (set >> 8 == 31) of_suit[suit][set] = ROYAL_5;                          /* 10 to ace */
            if (set >> 7 == 63) of_suit[suit][set] = suit == 1 ? DIAMONDS_6 : ROYAL_6; /* 9 to ace */
        }
    }
}

static void all_six(void) {
    count n[NO_WIN + 1] = {0};
    work_out_straights();
    const cards none = {.suited = NO_WIN};
    for (int a = 0; a < 52; a++) {
        const cards one = with(none, a);
        for (int b = a + 1; b < 52; b++) {
            const cards two = with(one, b);
            for (int c = b + 1; c < 52; c++) {
                const cards three = with(two, c);
                for (int d = c + 1; d < 52; d++) {
                    const cards four = with(three, d);
                    for (int e = d + 1; e < 52; e++) {
                        const cards five = with(four, e);
                        for (int f = e + 1; f < 52; f++) n[best(with(five, f))]++;
                    }
                }
            }
        }
    }
    timed("all-six");
    game = "three-card-prime";
    rows("all-six", SETS, n,
         "six-card-royal-diamonds six-card-royal five-card-royal straight-flush four-of-a-kind "
         "full-house flush straight three-of-a-kind no-win");
}

int main(void) {
    void (*const passes[])(void) = {three_pictures,   prosperity_3_pictures, lucky_three_pictures,
                                    three_card_poker, three_card_prime,      pair_bonus, all_six};
    const double start = since = now();
    work_out_columns();
    timed("columns");
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        since = now();
        passes[i]();
    }
    since = start;
    timed("total");
    return 0;
}
