/* Simulation written by hand: tables of Three Card Poker and of Three Card Prime, a game a loop.
 *
 *     simulation poker|compared|prime ROUNDS S0 S1 S2 S3
 *     simulation poker|compared|prime ROUNDS < CARDS
 *
 * Each of six boxes bets one unit on everything named below and plays Q-6-4 and better. Cards come from
 * xoshiro256++ with that state by a partial Fisher-Yates shuffle, three places from 32 bits, which is the
 * fastest way that we found to shuffle round after round; or, to be compared with another program card by
 * card, from standard input, a byte each: three for the dealer and for each box, and Prime's fourth. Settled
 * by tables, one for each wager, over classes of hands; `compared` settles Three Card Poker by comparing
 * instead. Told: how often each row came about at each box, the sum of the rounds' results and of their
 * squares, and the seconds of processor time that the loop took. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DECK = 52, PAIRS = 1326, STRENGTHS = 741, RANK_SETS = 455, BOXES = 6, MOST_ROWS = 14 };
enum { MINI_ROYAL, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR, HIGH_CARD, KINDS };
enum { OF_A_KIND = 13 * 13 * 13, QUEEN_HIGH = 10 * 13 * 13, Q64 = 10 * 169 + 4 * 13 + 2 };
enum { NO_SIX, SIX_TRIPS, SIX_STRAIGHT, SIX_FLUSH, FULL_HOUSE, FOURS, RUN_IN_SUIT, ROYAL, SIX_ROYAL, DIAMONDS };

typedef struct {
    uint16_t strength, ranks, suits; /* place among all strengths; set of ranks; cards by suit, 4 bits each */
    uint8_t kind, colour;
} hand;

static uint64_t first_state[4];
static uint8_t deck[DECK];
static uint16_t pair_of[64 * 64];       /* of two cards, whichever came first */
static uint16_t strength_of[PAIRS * DECK]; /* [pair, card] */
static hand hands[PAIRS * DECK];        /* [pair, card] */
static uint64_t held[PAIRS * DECK];     /* the ranks of each suit, 16 bits each */
static uint8_t kind_of[STRENGTHS];
static int of_strength[STRENGTHS]; /* what `strength` is the place of */
static uint8_t ante[STRENGTHS][STRENGTHS], play[STRENGTHS][STRENGTHS], six_ranks[RANK_SETS][RANK_SETS];
static long long counts[BOXES][5][MOST_ROWS];

/* ---- chance --------------------------------------------------------------------------------- */

static inline uint64_t rotated(uint64_t x, int by) { return x << by | x >> (64 - by); }

static inline uint64_t next(uint64_t *state) {
    const uint64_t number = rotated(state[0] + state[3], 23) + state[0], shifted = state[1] << 17;
    state[2] ^= state[0], state[3] ^= state[1], state[1] ^= state[2], state[0] ^= state[3];
    state[2] ^= shifted, state[3] = rotated(state[3], 45);
    return number;
}

static inline int to_back(int last, int place) {
    const uint8_t card = deck[place];
    deck[place] = deck[last];
    deck[last] = card;
    return card;
}

/* Three of the cards left, from 32 bits or, rarely, from others: [pair, card]. */
static inline int draw_three(uint64_t *state, int left, uint32_t bits) {
    const uint32_t n = (uint32_t)left, ways = n * (n - 1) * (n - 2);
    uint64_t a = (uint64_t)bits * n, b = (a & UINT32_MAX) * (n - 1), c = (b & UINT32_MAX) * (n - 2);
    if (__builtin_expect((uint32_t)c < ways, 0))
        while ((uint32_t)c < (1ULL << 32) % ways)
            a = (next(state) & UINT32_MAX) * n, b = (a & UINT32_MAX) * (n - 1), c = (b & UINT32_MAX) * (n - 2);
    const int first = to_back(left - 1, (int)(a >> 32)), second = to_back(left - 2, (int)(b >> 32));
    return pair_of[first << 6 | second] * DECK + to_back(left - 3, (int)(c >> 32));
}

static inline int draw_one(uint64_t *state, int left) {
    const uint32_t n = (uint32_t)left;
    uint64_t product = (next(state) & UINT32_MAX) * n;
    while ((uint32_t)product < (1ULL << 32) % n) product = (next(state) & UINT32_MAX) * n;
    return to_back(left - 1, (int)(product >> 32));
}

static int read_card(void) {
    const int card = getchar();
    if (card < 0 || card >= DECK) exit(3);
    return card;
}

static int read_three(void) {
    const int first = read_card(), second = read_card();
    return pair_of[first << 6 | second] * DECK + read_card();
}

/* ---- hands ---------------------------------------------------------------------------------- */

static int kind_and_order(int top, int mid, int low, int suited, int *order) {
    const int wheel = top == 12 && mid == 1 && low == 0;
    const int run = wheel || (top == mid + 1 && mid == low + 1), pair = top == mid || mid == low;
    *order = top * 169 + mid * 13 + low;
    if (run && suited) { if (wheel) *order = 0; return low == 10 ? MINI_ROYAL : STRAIGHT_FLUSH; }
    if (top == low) return TRIPS;
    if (run) { if (wheel) *order = 0; return STRAIGHT; }
    if (suited) return FLUSH;
    if (pair) *order = mid * 169 + (top + low - mid);
    return pair ? PAIR : HIGH_CARD;
}

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void work_out_hands(void) {
    static int strengths[22100], kinds[22100], sets[22100], sorted[22100], sorted_sets[22100];
    int h = 0, n = 0, m = 0;
    for (int c = 0; c < DECK; c++)
        for (int b = 0; b < c; b++)
            for (int a = 0; a < b; a++, h++) {
                int order;
                kinds[h] = kind_and_order(c / 4, b / 4, a / 4, a % 4 == b % 4 && b % 4 == c % 4, &order);
                /* A Mini-Royal is the highest straight flush: no kind of its own when compared. */
                const int above = kinds[h] == MINI_ROYAL ? HIGH_CARD - STRAIGHT_FLUSH : HIGH_CARD - kinds[h];
                sorted[h] = strengths[h] = above * OF_A_KIND + order;
                sorted_sets[h] = sets[h] = c / 4 * 169 + b / 4 * 13 + a / 4;
            }
    qsort(sorted, 22100, sizeof(int), by_value), qsort(sorted_sets, 22100, sizeof(int), by_value);
    for (int i = 0; i < 22100; i++) {
        if (i == 0 || sorted[i] != sorted[i - 1]) of_strength[n++] = sorted[i];
        if (i == 0 || sorted_sets[i] != sorted_sets[i - 1]) sorted_sets[m++] = sorted_sets[i];
    }
    if (n != STRENGTHS || m != RANK_SETS) exit(1);
    for (int a = 0; a < DECK; a++)
        for (int b = 0; b < a; b++) pair_of[a << 6 | b] = pair_of[b << 6 | a] = (uint16_t)(b + a * (a - 1) / 2);
    h = 0;
    for (int c = 0; c < DECK; c++)
        for (int b = 0; b < c; b++)
            for (int a = 0; a < b; a++, h++) {
                const int reds = (a % 4 == 1 || a % 4 == 2) + (b % 4 == 1 || b % 4 == 2) + (c % 4 == 1 || c % 4 == 2);
                const int *at = bsearch(&strengths[h], of_strength, STRENGTHS, sizeof(int), by_value);
                const int *set = bsearch(&sets[h], sorted_sets, RANK_SETS, sizeof(int), by_value);
                const hand made = {(uint16_t)(at - of_strength), (uint16_t)(set - sorted_sets),
                                   (uint16_t)((1 << 4 * (a % 4)) + (1 << 4 * (b % 4)) + (1 << 4 * (c % 4))),
                                   (uint8_t)kinds[h], (uint8_t)(reds == 0 ? 1 : reds == 3 ? 2 : 0)};
                const uint64_t ranks = 1ULL << (16 * (a % 4) + a / 4) | 1ULL << (16 * (b % 4) + b / 4) |
                                       1ULL << (16 * (c % 4) + c / 4);
                const int places[3] = {pair_of[a << 6 | b] * DECK + c, pair_of[a << 6 | c] * DECK + b,
                                       pair_of[b << 6 | c] * DECK + a};
                for (int i = 0; i < 3; i++)
                    hands[places[i]] = made, strength_of[places[i]] = made.strength, held[places[i]] = ranks;
                kind_of[made.strength] = (uint8_t)kinds[h];
            }
}

/* ---- what the wagers come to ----------------------------------------------------------------- */

/* Rows: folded, dealer-not-qualified, player-higher, stand-off, dealer-higher; the play alike. */
static const int ante_nets[5] = {-1, 1, 1, 0, -1}, play_nets[5] = {0, 0, 1, 0, -1};
/* Rows: folded, straight-flush, three-of-a-kind, straight, no-bonus. */
static const int bonus_rows[KINDS] = {1, 1, 2, 3, 4, 4, 4}, bonus_nets[5] = {0, 5, 4, 1, 0};
/* Rows: straight-flush, three-of-a-kind, straight, flush, pair, no-win. */
static const int plus_rows[KINDS] = {0, 0, 1, 2, 3, 4, 5}, plus_nets[6] = {40, 30, 5, 4, 1, -1};

static int plays(int strength) { return of_strength[strength] >= Q64; }
static int qualifies(int strength) { return of_strength[strength] >= QUEEN_HIGH; }

static uint8_t poker_bonus[STRENGTHS], poker_plus[STRENGTHS];

static void work_out_poker(void) {
    for (int p = 0; p < STRENGTHS; p++) {
        for (int d = 0; d < STRENGTHS; d++) {
            const int row = !plays(p) ? 0 : !qualifies(d) ? 1 : p > d ? 2 : p == d ? 3 : 4;
            ante[p][d] = play[p][d] = (uint8_t)row;
        }
        poker_bonus[p] = (uint8_t)(plays(p) ? bonus_rows[kind_of[p]] : 0);
        poker_plus[p] = (uint8_t)plus_rows[kind_of[p]];
    }
}

/* Ante rows: folded, dealer-not-qualified, copy, player-higher, dealer-higher. */
static const int prime_ante_nets[5] = {-1, 0, 1, 1, -1};
/* Play rows: folded, the seven kinds that win, five that are beaten, dealer-higher. */
static const int beaten_rows[KINDS] = {8, 8, 9, 10, 11, 12, 13};
static const int prime_play_nets[14] = {0, 10, 6, 5, 2, 1, 1, 1, 12, 10, 4, -1, -1, -1};
/* Rows: both-same-colour, same-colour, no-win. */
static const uint8_t colour_rows[3][3] = {{2, 2, 2}, {1, 0, 1}, {1, 1, 0}};
static const int colour_nets[3] = {4, 3, -1};
/* Rows: six kinds without a deuce, six with one, no-win. */
static const int pair_nets[13] = {50, 40, 30, 6, 3, 1, 100, 80, 60, 12, 6, 1, -1};
/* Rows from the highest value down; the last, of NO_SIX, loses. */
static const int six_nets[10] = {1000, 1000, 1000, 200, 50, 25, 20, 10, 5, -1};
static uint8_t pair_rows[KINDS][2];
static uint8_t run_of[1 << 13], flush_of[1 << 13];

static void work_out_prime(void) {
    for (int p = 0; p < STRENGTHS; p++)
        for (int d = 0; d < STRENGTHS; d++) {
            const int wins = !qualifies(d) || p >= d;
            ante[p][d] = (uint8_t)(!plays(p) ? 0 : !qualifies(d) ? 1 : p == d ? 2 : p > d ? 3 : 4);
            play[p][d] = (uint8_t)(!plays(p) ? 0 : wins ? 1 + kind_of[p] : beaten_rows[kind_of[p]]);
        }
    for (int kind = 0; kind < KINDS; kind++)
        for (int deuce = 0; deuce < 2; deuce++)
            pair_rows[kind][deuce] = (uint8_t)(kind == HIGH_CARD ? 12 : kind + 6 * deuce);
    for (int set = 0; set < 1 << 13; set++) {
        for (int low = 0; low < 9; low++) run_of[set] |= (set >> low & 31) == 31;
        run_of[set] |= (set & 0x100F) == 0x100F; /* A 2 3 4 5 */
        const int six_royal = set >> 7 == 63, royal = set >> 8 == 31 || (set >> 8 & 31) == 31;
        flush_of[set] = (uint8_t)(six_royal ? SIX_ROYAL : royal ? ROYAL : run_of[set] ? RUN_IN_SUIT
                                  : __builtin_popcount((unsigned)set) >= 5 ? SIX_FLUSH : NO_SIX);
    }
    static int sets[RANK_SETS][3];
    int n = 0;
    for (int top = 0; top < 13; top++)
        for (int mid = 0; mid <= top; mid++)
            for (int low = 0; low <= mid; low++, n++) sets[n][0] = top, sets[n][1] = mid, sets[n][2] = low;
    for (int p = 0; p < RANK_SETS; p++)
        for (int d = 0; d < RANK_SETS; d++) {
            int of_rank[13] = {0}, fours = 0, threes = 0, twos = 0, there = 0;
            for (int i = 0; i < 3; i++) of_rank[sets[p][i]]++, of_rank[sets[d][i]]++;
            for (int r = 0; r < 13; r++)
                fours += of_rank[r] >= 4, threes += of_rank[r] >= 3, twos += of_rank[r] >= 2, there |= (of_rank[r] > 0) << r;
            six_ranks[p][d] = (uint8_t)(fours ? FOURS : threes && twos > 1 ? FULL_HOUSE : run_of[there] ? SIX_STRAIGHT
                                        : threes ? SIX_TRIPS : NO_SIX);
        }
}

static inline int six_value(int mine, int theirs, const hand *p, const hand *d) {
    int value = six_ranks[p->ranks][d->ranks];
    if (__builtin_expect((p->suits + d->suits + 0x3333) & 0x8888, 0)) {
        const uint64_t both = held[mine] | held[theirs];
        for (int suit = 0; suit < 4; suit++) {
            int made = flush_of[both >> (16 * suit) & 0x1FFF];
            if (made == SIX_ROYAL && suit == 1) made = DIAMONDS;
            if (made > value) value = made;
        }
    }
    return value;
}

/* ---- the loops ------------------------------------------------------------------------------ */

static long long total;
static double squares;

static inline void add(int result) { total += result, squares += (double)result * result; }

/* The loops are written once and compiled twice: cards drawn, and cards given. */
#define LOOP static inline __attribute__((always_inline)) void

LOOP deal(uint64_t *state, int given, int at[BOXES + 1]) {
    uint64_t number = 0;
    for (int h = 0; h <= BOXES; h++) {
        if (!(h & 1)) number = next(state);
        at[h] = given ? read_three() : draw_three(state, DECK - 3 * h, (uint32_t)(h & 1 ? number >> 32 : number));
    }
}

LOOP poker(long rounds, int given) {
    uint64_t state[4]; /* Its own, so that it stays in registers. */
    memcpy(state, first_state, sizeof state);
    for (long round = 0; round < rounds; round++) {
        int at[BOXES + 1];
        deal(state, given, at);
        const int d = strength_of[at[0]];
        int result = 0;
        for (int box = 0; box < BOXES; box++) {
            const int p = strength_of[at[box + 1]];
            const int of_ante = ante[p][d], of_play = play[p][d], of_bonus = poker_bonus[p], of_plus = poker_plus[p];
            counts[box][0][of_ante]++, counts[box][1][of_play]++;
            counts[box][2][of_bonus]++, counts[box][3][of_plus]++;
            result += ante_nets[of_ante] + play_nets[of_play] + bonus_nets[of_bonus] + plus_nets[of_plus];
        }
        add(result);
    }
}

LOOP compared(long rounds, int given) {
    int q64 = 0, queen_high = 0;
    while (!plays(q64)) q64++;
    while (!qualifies(queen_high)) queen_high++;
    uint64_t state[4]; /* Its own, so that it stays in registers. */
    memcpy(state, first_state, sizeof state);
    for (long round = 0; round < rounds; round++) {
        int at[BOXES + 1];
        deal(state, given, at);
        const int d = strength_of[at[0]], qualified = d >= queen_high;
        int result = 0;
        for (int box = 0; box < BOXES; box++) {
            const int p = strength_of[at[box + 1]];
            const int beaten = 3 - (p > d) + (p < d), row = p < q64 ? 0 : qualified ? beaten : 1;
            const int of_bonus = poker_bonus[p], of_plus = poker_plus[p];
            counts[box][0][row]++, counts[box][1][row]++;
            counts[box][2][of_bonus]++, counts[box][3][of_plus]++;
            result += ante_nets[row] + play_nets[row] + bonus_nets[of_bonus] + plus_nets[of_plus];
        }
        add(result);
    }
}

LOOP prime(long rounds, int given) {
    uint64_t state[4]; /* Its own, so that it stays in registers. */
    memcpy(state, first_state, sizeof state);
    for (long round = 0; round < rounds; round++) {
        int at[BOXES + 1];
        deal(state, given, at);
        const int deuce = (given ? read_card() : draw_one(state, DECK - 3 * (BOXES + 1))) < 4;
        const hand *const d = &hands[at[0]];
        int result = 0;
        for (int box = 0; box < BOXES; box++) {
            const hand *const p = &hands[at[box + 1]];
            const int of_ante = ante[p->strength][d->strength], of_play = play[p->strength][d->strength];
            const int of_colour = colour_rows[p->colour][d->colour], of_pair = pair_rows[p->kind][deuce];
            const int of_six = DIAMONDS - six_value(at[box + 1], at[0], p, d);
            counts[box][0][of_ante]++, counts[box][1][of_play]++, counts[box][2][of_colour]++;
            counts[box][3][of_pair]++, counts[box][4][of_six]++;
            result += prime_ante_nets[of_ante] + prime_play_nets[of_play] + colour_nets[of_colour] +
                      pair_nets[of_pair] + six_nets[of_six];
        }
        add(result);
    }
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run(const char *mode, long rounds, int given) {
    if (strcmp(mode, "prime") == 0) { if (given) prime(rounds, 1); else prime(rounds, 0); }
    else if (strcmp(mode, "poker") == 0) { if (given) poker(rounds, 1); else poker(rounds, 0); }
    else { if (given) compared(rounds, 1); else compared(rounds, 0); }
}

int main(int n, char **words) {
    if (n != 3 && n != 7) return 2;
    const long rounds = atol(words[2]);
    const int given = n == 3, is_prime = strcmp(words[1], "prime") == 0;
    for (int i = 0; !given && i < 4; i++) first_state[i] = strtoull(words[3 + i], NULL, 10);
    for (int card = 0; card < DECK; card++) deck[card] = (uint8_t)card;
    work_out_hands();
    if (is_prime) work_out_prime(); else work_out_poker();
    const double since = seconds();
    run(words[1], rounds, given);
    printf("seconds %.9f\nsum %lld\nsquares %.0f\n", seconds() - since, total, squares);
    static const char *const names[2][5] = {{"ante", "play", "ante-bonus", "pair-plus", NULL},
                                            {"ante", "play", "prime", "pair-bonus", "all-six"}};
    for (int box = 0; box < BOXES; box++)
        for (int wager = 0; wager < 5 && names[is_prime][wager]; wager++)
            for (int row = 0; row < MOST_ROWS; row++)
                if (counts[box][wager][row])
                    printf("%d %s %d %lld\n", box, names[is_prime][wager], row, counts[box][wager][row]);
    return 0;
}
