/* Every hand of Gin up to the exchange of suits, and its least deadwood by trying every choice of melds.

   A suit is 13 bits, the Ace lowest. Of the hands that differ only by which suit is which, the one whose suits come
   from the largest number to the smallest is made. What is searched knows nothing of the solver's ways: the lowest
   card that is left is deadwood, or in one of the melds whose lowest card it is. */

typedef unsigned char byte;
typedef unsigned short suit;
typedef unsigned int hands;
typedef unsigned long long cards;

enum { RANKS = 13, SUITS = 4, HOLDINGS = 1 << RANKS, MOST_CARDS = 11, MOST_MELDS = 10 };

static suit holdings[MOST_CARDS + 1][1716];
static int holdings_of[MOST_CARDS + 1];

/* Fill the tables; to be called once before all else. */
void begin(void) {
  for (int held = 0; held < HOLDINGS; held++) {
    int size = __builtin_popcount(held);
    if (size <= MOST_CARDS) holdings[size][holdings_of[size]++] = held;
  }
}

/* How many of the holdings of a size are at most this one. */
static int up_to(int size, int largest) {
  int low = 0, high = holdings_of[size];
  while (low < high) {
    int middle = (low + high) / 2;
    if (holdings[size][middle] <= largest) low = middle + 1; else high = middle;
  }
  return low;
}

static int points_of(int card) {
  int rank = card % RANKS + 1;
  return rank > 10 ? 10 : rank;
}

/* The melds whose lowest card is this one: sets with cards of higher suits, runs upward. */
static int melds_from(cards left, int card, cards *melds) {
  int count = 0, rank = card % RANKS;
  cards own = 1ull << card, others[SUITS];
  int beside = 0;
  for (int other = card + RANKS; other < RANKS * SUITS; other += RANKS)
    if (left >> other & 1) others[beside++] = 1ull << other;
  for (int first = 0; first < beside; first++)
    for (int second = first + 1; second < beside; second++) melds[count++] = own | others[first] | others[second];
  if (beside == SUITS - 1) melds[count++] = own | others[0] | others[1] | others[2];
  cards run = own;
  for (int next = rank + 1; next < RANKS && left >> (card + next - rank) & 1; next++) {
    run |= 1ull << (card + next - rank);
    if (next - rank >= 2) melds[count++] = run;
  }
  return count;
}

static int least(cards left, int so_far, int found) {
  while (left) {
    if (so_far >= found) return found;
    int card = __builtin_ctzll(left);
    cards melds[MOST_MELDS + SUITS];
    int count = melds_from(left, card, melds);
    for (int meld = 0; meld < count; meld++) found = least(left & ~melds[meld], so_far, found);
    so_far += points_of(card);
    left &= left - 1;
  }
  return so_far < found ? so_far : found;
}

/* The same hand with 16 bits for a suit. */
static cards spread(const suit *held) {
  return held[0] | (cards)held[1] << 16 | (cards)held[2] << 32 | (cards)held[3] << 48;
}

/* How many deals a hand stands for: the ways to say which suit is which. */
static int deals(const suit *held) {
  int ways = 24, same = 1;
  for (int at = 1; at < SUITS; at++) {
    same = held[at] == held[at - 1] ? same + 1 : 1;
    ways /= same;
  }
  return ways;
}

/* The least deadwood of one hand, or of it after the best discard. */
static int answer(const suit *held, int discards) {
  cards left = 0;
  for (int at = 0; at < SUITS; at++) left |= (cards)held[at] << RANKS * at;
  if (!discards) return least(left, 0, 255);
  int found = 255;
  for (cards rest = left; rest; rest &= rest - 1) found = least(left & ~(rest & -rest), 0, found);
  return found;
}

/* Count the hands whose largest suit is `first` and whose second is one of low..high-1; write them, their answers and
   deals if there is where. */
hands of(int size, int first, int low, int high, int discards, cards *made, byte *answers, byte *stands_for) {
  hands count = 0;
  suit held[SUITS] = {first};
  int left = size - __builtin_popcount(first);
  if (high > first + 1) high = first + 1;
  for (held[1] = low; held[1] < high; held[1]++) {
    int rest = left - __builtin_popcount(held[1]);
    for (int c = 0; c <= rest; c++) {
      for (int third = 0, thirds = up_to(c, held[1]); third < thirds; third++) {
        held[2] = holdings[c][third];
        int fourths = up_to(rest - c, held[2]);
        if (!made) { count += fourths; continue; }
        for (int fourth = 0; fourth < fourths; fourth++) {
          held[3] = holdings[rest - c][fourth];
          made[count] = spread(held);
          answers[count] = answer(held, discards);
          stands_for[count++] = deals(held);
        }
      }
    }
  }
  return count;
}
