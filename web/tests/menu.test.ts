import { fireEvent, render } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import Menu from '../src/table/Menu.svelte';
import type { TableModel } from '../src/table/model.svelte';

const model = { document: null, message: null, hasDecision: true } as unknown as TableModel;

test('the menu keeps the focus while it is open, closes on Escape, and gives the focus back', async () => {
  const opener = window.document.createElement('button');
  opener.dataset.button = 'menu';
  window.document.body.append(opener);
  opener.focus();
  const onclose = vi.fn();
  const nothing = (): void => {};
  const { container, unmount } = render(Menu, {
    model,
    onclose,
    onrules: nothing,
    onpeople: nothing,
    onsignout: nothing,
  });
  const menu = container.querySelector<HTMLElement>('[role="dialog"]')!;
  const inside = [...menu.querySelectorAll<HTMLElement>('a[href], button')];
  const [first, last] = [inside[0]!, inside.at(-1)!];
  expect(window.document.activeElement).toBe(menu);
  last.focus();
  await fireEvent.keyDown(last, { key: 'Tab' });
  expect(window.document.activeElement).toBe(first);
  await fireEvent.keyDown(first, { key: 'Tab', shiftKey: true });
  expect(window.document.activeElement).toBe(last);
  await fireEvent.keyDown(last, { key: 'Escape' });
  expect(onclose).toHaveBeenCalledOnce();
  unmount();
  expect(window.document.activeElement).toBe(opener);
  opener.remove();
});
