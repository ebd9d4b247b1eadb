import { randomBytes } from "node:crypto";

/** Crockford's alphabet: no two symbols look alike. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 12;

/** Returns a random code of 60 bits, without dashes, as stored. */
export function newCheckCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => SYMBOLS[byte % SYMBOLS.length]).join("");
}

/** Formats a code for people: 7K2M-9QXD-W4TB. */
export function spellCheckCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, "$&-");
}

/**
 * Reads a code as people type it: in any case, with or without dashes and spaces, and with letters that look like digits. Undefined if it
 * is not a code.
 */
export function readCheckCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((symbol) => SYMBOLS.includes(symbol)) ? code : undefined;
}
