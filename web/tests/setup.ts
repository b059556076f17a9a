import { configure } from '@testing-library/svelte';

// Parts are compiled when they are first asked for, which takes a busy machine its time.
configure({ asyncUtilTimeout: 20_000 });

// Nothing is drawn here: transitions only need something that ends.
Element.prototype.animate = () =>
  ({ cancel() {}, finish() {}, finished: Promise.resolve(), onfinish: null }) as unknown as Animation;
