import { randomBytes } from "node:crypto";

/** Crockford's: none that people take for another. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 12;

/** 60 random bits, as they are stored. */
export function newCheckCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => SYMBOLS[byte % SYMBOLS.length]).join("");
}

/** As people read it: 7K2M-9QXD-W4TB. */
export function spellCheckCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, "$&-");
}

/** A code as people type it, in any case, with or without dashes and spaces, and with letters that look like digits. Undefined: it is not a code. */
export function readCheckCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((symbol) => SYMBOLS.includes(symbol)) ? code : undefined;
}
