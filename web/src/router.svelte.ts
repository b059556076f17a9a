/** Which page is shown: a few paths over the browser's own history. */

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string }
  | { page: 'rounds' }
  | { page: 'round'; round: string }
  | { page: 'proof'; round: string }
  | { page: 'unknown' };

export function routeOf(path: string): Route {
  const [first, second, third, ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === undefined) return { page: 'lobby' };
  if (first === 'rounds' && second && third === 'proof' && rest.length === 0)
    return { page: 'proof', round: second };
  if (third !== undefined) return { page: 'unknown' };
  if (first === 'table' && second) return { page: 'table', table: second };
  if (first === 'rounds') return second ? { page: 'round', round: second } : { page: 'rounds' };
  return { page: 'unknown' };
}

class Router {
  route = $state<Route>(routeOf(location.pathname));

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(location.pathname)));
  }

  go(path: string): void {
    if (path !== location.pathname + location.search) history.pushState(null, '', path);
    this.route = routeOf(location.pathname);
    scrollTo(0, 0);
  }

  /** Follows a plain click on a link to one of our own pages without loading the page again. */
  followLink(event: MouseEvent): void {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || routeOf(link.pathname).page === 'unknown') return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
