/** The steps of the check as a person reads them, in the order in which things happened. */

import type { RoundRecord } from '../history/moments';
import { words } from '../words';
import { askedFor, timesRefused, type Asked } from './asked';
import type { KeptShuffle } from './kept';
import type { Verdict } from './verdict';

/** `note`: nothing is wrong, and something is worth knowing. */
export type StepState = 'open' | 'ok' | 'note' | 'bad';

export interface Step {
  key: string;
  state: StepState;
  title: string;
  text: string;
  numbers: [label: string, value: string][];
}

type WithdrawnSeed = RoundRecord['shuffle']['withdrawn'][number];

function stateOf(isGood: boolean | null | undefined): StepState {
  return isGood == null ? 'open' : isGood ? 'ok' : 'bad';
}

function sentences(...texts: (string | false | null | undefined)[]): string {
  return texts.filter(Boolean).join(' ');
}

class Steps {
  private readonly says = words.proof;

  constructor(
    private readonly record: RoundRecord,
    private readonly verdict: Verdict | null,
    private readonly kept: KeptShuffle[],
  ) {}

  all(): Step[] {
    const { withdrawn, entropy, seed } = this.record.shuffle;
    const steps = [...withdrawn.map((earlier, index) => this.withdrawn(earlier, index)), this.seal()];
    const asked = askedFor(this.record.shuffle.commitment, this.record.shuffle, this.kept);
    if (timesRefused(asked) > 0) steps.push(this.asked(asked));
    if (entropy) steps.push(this.own(asked));
    if (entropy && seed) steps.push(this.cards());
    return steps;
  }

  private withdrawn(earlier: WithdrawnSeed, index: number): Step {
    const { withdrawn: says, times } = this.says;
    const { shuffle } = this.record;
    const asked = askedFor(earlier.commitment, shuffle, this.kept);
    const isSealed = this.verdict?.withdrawnAreSealed[index];
    const hidden = earlier.fingerprint === shuffle.fingerprint ? says.lost : says.newRules;
    const isSent = asked.entropies.length > 0;
    const fromElsewhere = asked.entropies.length > (asked.own ? 1 : 0);
    const isNote = isSealed !== false && (isSent || !earlier.seed);
    return {
      key: `withdrawn-${index + 1}`,
      state: isNote ? 'note' : stateOf(isSealed),
      title: says.title,
      text: sentences(
        !earlier.seed ? hidden : isSealed === false ? says.wrong : isSealed ? says.revealed : says.open,
        !isSent && says.unsent,
        asked.own && says.own(times(asked.own.deals)),
        fromElsewhere && (asked.own ? says.others : says.sent),
        isSent && says.known,
      ),
      numbers: [
        [this.says.commitment, earlier.commitment],
        ...this.revealed(earlier.seed),
        [this.says.rules, earlier.fingerprint],
        ...this.sent(asked),
      ],
    };
  }

  private seal(): Step {
    const { seal } = this.says;
    const { shuffle } = this.record;
    const isLost = !shuffle.seed;
    return {
      key: 'seal',
      state: stateOf(this.verdict && this.verdict.sawCommitment !== false && this.verdict.seedIsSealed),
      title: isLost ? seal.lostTitle : seal.title,
      text: sentences(isLost ? seal.lost : seal.text, this.verdict?.sawCommitment && seal.seen),
      numbers: [
        [this.says.commitment, shuffle.commitment],
        ...this.revealed(shuffle.seed),
        [this.says.rules, shuffle.fingerprint],
      ],
    };
  }

  private asked(asked: Asked): Step {
    const { asked: says, times } = this.says;
    const isDealt = this.record.shuffle.entropy !== '';
    const isSame = asked.entropies.length === 1;
    return {
      key: 'asked',
      state: isSame ? 'ok' : 'note',
      title: says.title(times(timesRefused(asked) + (isDealt ? 1 : 0))),
      text: isSame ? says.same : says.different(asked.entropies.length),
      numbers: this.sent(asked),
    };
  }

  private own({ own: kept }: Asked): Step {
    const { own, times } = this.says;
    if (this.record.shuffle.absent) return this.absent(kept);
    const isOwn = this.verdict?.sentEntropy;
    return {
      key: 'own',
      state: stateOf(this.verdict && isOwn !== false),
      title: own.title,
      text: sentences(
        this.record.shuffle.seed && own.text,
        isOwn && kept && own.seen(times(kept.deals)),
        isOwn === null && own.unseen,
      ),
      numbers: [[this.says.entropy, this.record.shuffle.entropy]],
    };
  }

  private absent(kept: KeptShuffle | null): Step {
    const { absent, times } = this.says;
    const isGood = this.verdict && this.verdict.sentEntropy !== false;
    return {
      key: 'own',
      state: isGood ? 'note' : stateOf(isGood),
      title: absent.title,
      text: sentences(isGood === false ? absent.wrong : absent.text, kept && absent.sent(times(kept.deals))),
      numbers: [[this.says.entropy, this.record.shuffle.entropy]],
    };
  }

  private cards(): Step {
    const { cards, counts, milliseconds, underOne } = this.says;
    const { dealt, head } = this.record;
    const count = counts[dealt.length] ?? String(dealt.length);
    const isWrong = this.verdict?.mismatch != null;
    const taken = this.verdict?.milliseconds ?? 0;
    const deck = this.verdict?.deck;
    const time = taken < 1 ? underOne : milliseconds(Math.round(taken));
    return {
      key: 'cards',
      state: stateOf(deck && !isWrong),
      title: isWrong ? cards.notTitle(count) : cards.title(count),
      text: deck ? cards.text(deck.blocks, deck.skipped, time) : '',
      numbers: [[this.says.journal, head]],
    };
  }

  private revealed(seed: string): Step['numbers'] {
    return seed ? [[this.says.seed, seed]] : [];
  }

  /** The bytes that were sent, each with the deals that were refused with it. */
  private sent({ entropies, refused }: Asked): Step['numbers'] {
    return entropies.flatMap((entropy): Step['numbers'] => [
      [this.says.entropy, entropy],
      ...refused
        .filter((deal) => deal.entropy === entropy)
        .map(({ code, times }): Step['numbers'][number] => [
          this.says.refused,
          `${code}, ${this.says.times(times)}`,
        ]),
    ]);
  }
}

export function stepsOf(record: RoundRecord, verdict: Verdict | null, kept: KeptShuffle[]): Step[] {
  return new Steps(record, verdict, kept).all();
}
