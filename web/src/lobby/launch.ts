/** An operator sends its players to /?launch=TOKEN. The token can be used once. */

/** The token in the address, which is taken out of it: nobody should reload, keep or share it. */
export function takeLaunchToken(): string | null {
  const address = new URL(location.href);
  const token = address.searchParams.get('launch');
  if (token === null) return null;
  address.searchParams.delete('launch');
  history.replaceState(null, '', address.pathname + address.search);
  return token;
}
