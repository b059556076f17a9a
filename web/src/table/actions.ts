/** What the buttons do in each mode: three at the side, and the gold one. */

import { shortMoney } from '../money';
import { words } from '../words';
import type { TableModel } from './model.svelte';

export interface Action {
  name:
    | 'clear'
    | 'undo'
    | 'double'
    | 'repeat'
    | 'deal'
    | 'play'
    | 'fold'
    | 'why'
    | 'new-bets'
    | 'refill'
    | 'wait';
  label: string;
  isPossible: boolean;
  act(model: TableModel): void;
}

export function others(model: TableModel): [Action | null, Action | null, Action | null] {
  const { mode, staked, repeatTotal } = model;
  if (mode === 'deciding') {
    return [
      null,
      null,
      { name: 'fold', label: words.dock.fold, isPossible: true, act: () => model.decide('fold') },
    ];
  }
  if (mode === 'settled') {
    const why = model.whyIsOpen ? words.dock.hideWhy : words.dock.why;
    return [
      null,
      { name: 'why', label: why, isPossible: true, act: () => model.toggleWhy() },
      { name: 'new-bets', label: words.dock.newBets, isPossible: true, act: () => model.newBets() },
    ];
  }
  if (mode !== 'betting') return [null, null, null];
  if (staked === 0 && repeatTotal > 0) {
    const label = words.dock.repeat(shortMoney(repeatTotal));
    const undo: Action = {
      name: 'undo',
      label: words.dock.undo,
      isPossible: model.mayUndo,
      act: () => model.undo(),
    };
    return [
      null,
      model.mayUndo ? undo : null,
      { name: 'repeat', label, isPossible: !model.closedBy, act: () => model.repeatBets() },
    ];
  }
  if (staked === 0 && !model.mayUndo) return [null, null, null];
  return [
    { name: 'clear', label: words.dock.clear, isPossible: staked > 0, act: () => model.clear() },
    { name: 'undo', label: words.dock.undo, isPossible: model.mayUndo, act: () => model.undo() },
    { name: 'double', label: words.dock.double, isPossible: staked > 0, act: () => model.double() },
  ];
}

export function gold(model: TableModel): Action {
  const { mode } = model;
  if (model.isBroke) {
    return { name: 'refill', label: words.dock.refill(''), isPossible: true, act: () => void model.refill() };
  }
  if (mode === 'deciding') {
    const label = words.dock.play(shortMoney(model.decision?.stake ?? 0));
    return { name: 'play', label, isPossible: true, act: () => model.decide('play') };
  }
  if (mode === 'settled') {
    const label = words.dock.repeat(shortMoney(model.repeatTotal));
    const isPossible = model.repeatTotal > 0 && !model.closedBy;
    return { name: 'repeat', label, isPossible, act: () => model.repeatAndDeal() };
  }
  if (mode === 'betting') {
    return { name: 'deal', label: words.dock.deal, isPossible: model.mayDeal, act: () => model.deal() };
  }
  return { name: 'wait', label: words.dock.dealing, isPossible: false, act: () => {} };
}
