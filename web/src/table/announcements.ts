/** Sentences for the live region, from what the server says. */

import type { HandActions, TableMessage } from '../protocol';
import { cardWords, cardsOf } from '../parts/cards';
import { fullMoney, shortMoney } from '../money';
import { words } from '../words';

function cardList(hand: string): string {
  return cardsOf(hand).map(cardWords).join(', ');
}

/** The cards that a person has just been dealt. */
export function spokenDeal({ view, person }: TableMessage): string {
  const mine = view.boxes.filter((box) => box.bets[person] && box.hand);
  if (mine.length === 1 && mine[0]?.hand) return words.spoken.dealt(cardList(mine[0].cards), mine[0].hand);
  return mine.map((box) => words.spoken.dealtBox(box.box, cardList(box.cards), box.hand ?? '')).join(' ');
}

export function spokenDecision(hand: HandActions): string {
  return words.spoken.decide(shortMoney(hand.stake ?? 0));
}

/** The dealer's hand, what the round came to, and every reason. */
export function spokenResult({ view, person }: TableMessage): string {
  const { dealer, mine, payments } = view;
  const sentences: string[] = [];
  if (dealer.hand) {
    const note =
      dealer.qualifies === undefined
        ? ''
        : dealer.qualifies
          ? words.stage.qualifies
          : words.stage.doesNotQualify;
    sentences.push(words.spoken.dealer(cardList(dealer.cards), dealer.hand, note));
  }
  if (view.void) return [...sentences, view.void.says, words.why.returned].join(' ');
  const amount = fullMoney(Math.abs(mine.net));
  sentences.push(
    mine.net > 0 ? words.spoken.won(amount) : mine.net < 0 ? words.spoken.lost(amount) : words.spoken.even,
  );
  const reasons = payments.filter((payment) => payment.bettor === person).map((payment) => payment.says);
  return [...sentences, ...new Set(reasons)].join(' ');
}

/** One summary for somebody who has just come to the table, or come back to it. */
export function spokenSummary(
  message: TableMessage,
  title: string,
  decision: HandActions | undefined,
): string {
  const { view, balance } = message;
  if (view.phase === 'settled' || view.phase === 'void') return spokenResult(message);
  if (decision) return `${spokenDeal(message)} ${spokenDecision(decision)}`;
  return words.spoken.seated(title, fullMoney(balance));
}
