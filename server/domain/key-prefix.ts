/** What all API keys but the first ones begin with, by which scanners find one that was published by mistake. */
export const KEY_PREFIX = "ics_";

const KEYS = new RegExp(`${KEY_PREFIX}[0-9a-f]{16,}`, "gi");

/** The text without the keys in it, for what is written down: a key may be sent by mistake where an id belongs. */
export function withoutKeys(text: string): string {
  return text.replace(KEYS, `${KEY_PREFIX}…`);
}
