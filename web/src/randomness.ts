/** Randomness of the browser's own. */

function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('');
}

/** The player's share in the shuffle: 32 bytes as 64 hex digits. */
export function shuffleEntropy(): string {
  return randomHex(32);
}

/** A random UUID. `crypto.randomUUID` is missing where a page comes over plain HTTP. */
export function commandId(): string {
  const hex = randomHex(16);
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    '4' + hex.slice(13, 16),
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
