/** Parts of the page that are fetched when they are first asked for, and what to do if they don't come. */

import type { Component } from 'svelte';

// Props differ from part to part; whoever renders one gives them.
export type Part = Component<any>;
export type Fetch<P extends Part> = () => Promise<{ default: P }>;

/**
 * Fetches a part that has failed before. Files of an earlier version are gone for good once a house
 * has been updated, and some browsers remember a failure: then the page is loaded anew, but only
 * while the server answers, so that a page that works is never left for one that does not.
 */
export async function fetchAgain<P extends Part>(
  fetchPart: Fetch<P>,
  reload: () => void = () => location.reload(),
): Promise<{ default: P }> {
  try {
    return await fetchPart();
  } catch (failure) {
    const page = await fetch('/', { cache: 'no-store' }).catch(() => null);
    if (page?.ok) reload();
    throw failure;
  }
}
