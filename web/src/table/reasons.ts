/** Why the money went where it went: the server's sentences, arranged to be read. */

import type { BoxNumber, Cents, PaymentView } from '../protocol';

export interface Reason {
  titles: string[];
  /** The sentence without the wager's name in front of it. */
  text: string;
  net: Cents;
  stake: Cents;
  outcome: string;
  pays: string;
  clauses: string[];
  policies: string[];
  fromMeter: Cents;
  cut: Cents;
}

export interface BoxReasons {
  box: BoxNumber;
  reasons: Reason[];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Ante: Pair of Queens beats Queen high, pays 1 to 1." is a title and a sentence. */
function split(says: string): { title: string; text: string } {
  const colon = says.indexOf(': ');
  const text = says.slice(colon < 0 ? 0 : colon + 2).replace(/\.$/, '');
  return { title: colon < 0 ? '' : says.slice(0, colon), text: capitalised(text) };
}

/** A person's reasons in the rulebook's order; wagers with one and the same reason share a line. */
export function reasonsFor(payments: PaymentView[], person: string): BoxReasons[] {
  const boxes: BoxReasons[] = [];
  for (const payment of payments.filter((candidate) => candidate.bettor === person)) {
    let group = boxes.find((candidate) => candidate.box === payment.box);
    if (!group) boxes.push((group = { box: payment.box, reasons: [] }));
    const { title, text } = split(payment.says);
    const same = group.reasons.find((reason) => reason.text === text && reason.pays === payment.pays);
    if (same) {
      same.titles.push(title);
      same.net += payment.net;
      same.stake += payment.stake;
      same.fromMeter += payment.from_meter;
      same.cut += payment.cut;
      same.clauses = [...new Set([...same.clauses, ...payment.clauses])];
      same.policies = [...new Set([...same.policies, ...payment.policies])];
    } else {
      const { net, stake, outcome, pays, clauses, policies, from_meter, cut } = payment;
      group.reasons.push({
        titles: [title],
        text,
        net,
        stake,
        outcome,
        pays,
        clauses,
        policies,
        fromMeter: from_meter,
        cut,
      });
    }
  }
  return boxes;
}

/** Keeps "1 to 1" on one line. */
export function unbroken(text: string): string {
  return text.replace(/(\d) to (\d)/g, '$1\u00a0to\u00a0$2');
}

/** "§3.14.1"; a clause that has no number stands by its name. */
export function clauseWords(clause: string): string {
  return /^\d/.test(clause) ? `§${clause}` : clause;
}

/** The clause that a folded line shows: the last one cited is the one that decided. */
export function decidingClause(clauses: string[]): string | null {
  const last = clauses.at(-1);
  return last === undefined ? null : clauseWords(last);
}
