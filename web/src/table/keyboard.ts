/** Keys for the whole of play. Keys of a spot (arrows, Space, Backspace) are the spot's own. */

import { house } from '../house.svelte';
import { shortMoney } from '../money';
import { preferences } from '../preferences.svelte';
import { words } from '../words';
import { gold } from './actions';
import type { TableModel } from './model.svelte';

function isOwnButton(target: EventTarget | null): boolean {
  const element = target as Element | null;
  // On a spot Enter still means the gold button; on any other button it presses that one.
  return !!element?.closest?.('button, a, input, select') && !element.closest('[data-spot]');
}

/** Whoever writes into a field means the letters. */
function isWriting(target: EventTarget | null): boolean {
  return (target as Element | null)?.matches?.('input, textarea, select') ?? false;
}

export function pressedKey(event: KeyboardEvent, model: TableModel, toggleSound: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  const chip = house.chips[Number(event.key) - 1];
  if (chip !== undefined) {
    model.picked = chip;
    model.say(words.dock.chip(shortMoney(chip)));
    return;
  }
  if (event.key === 'Enter') {
    if (isOwnButton(event.target)) {
      // A key that is held presses a button again and again.
      if (event.repeat) event.preventDefault();
      return;
    }
    event.preventDefault();
    const action = gold(model);
    if (model.mode === 'busy') model.skip();
    else if (action.isPossible && model.isOnline && !event.repeat) action.act(model);
    return;
  }
  if (event.repeat) return;
  switch (event.key.toLowerCase()) {
    case 'f':
      return model.decide('fold');
    case 'r':
      return model.mode === 'settled' ? model.repeatAndDeal() : model.repeatBets();
    case 'd':
      return model.double();
    case 'u':
      return model.undo();
    case 'w':
      return model.toggleWhy();
    case 'c':
      if (model.hasDecision) preferences.coach = !preferences.coach;
      return;
    case 'm':
      return toggleSound();
  }
}
