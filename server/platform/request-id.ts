import { randomUUID } from "node:crypto";
import { withoutKeys } from "@/server/domain/rules/key-shape";

/**
 * Returns the id by which a request can be found in the log: the client's own, if it is a single word and not an API key sent by mistake;
 * otherwise a new one.
 */
export function requestIdOf(given: string | null | undefined): string {
  return given && /^[\x21-\x7e]{1,128}$/.test(given) && withoutKeys(given) === given ? given : randomUUID();
}
