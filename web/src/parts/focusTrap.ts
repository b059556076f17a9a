/**
 * Keeps the focus inside a panel while it is open, and gives it back to where it was; to `otherwise`
 * where that is gone, like a menu that closed as the panel opened.
 */

import type { Attachment } from 'svelte/attachments';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';

export function focusTrap(onescape: () => void, otherwise: string): Attachment<HTMLElement> {
  return (panel) => {
    const before = document.activeElement;

    function focusables(): HTMLElement[] {
      return [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)];
    }

    function key(event: KeyboardEvent): void {
      if (event.key === 'Escape') {
        event.stopPropagation();
        onescape();
        return;
      }
      if (event.key !== 'Tab') return;
      const [all, focused] = [focusables(), document.activeElement];
      const [first, last] = [all[0], all.at(-1)];
      if (event.shiftKey && (focused === first || focused === panel)) last?.focus();
      else if (!event.shiftKey && focused === last) first?.focus();
      else return;
      event.preventDefault();
    }

    panel.addEventListener('keydown', key);
    panel.focus({ preventScroll: true });
    return () => {
      panel.removeEventListener('keydown', key);
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const next = isThere ? before : document.querySelector<HTMLElement>(otherwise);
      next?.focus({ preventScroll: true });
    };
  };
}
