import { randomUUID } from "node:crypto";

/** The id by which a request is found in the log: the client's own, if it is a plain word, or a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return given && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}
