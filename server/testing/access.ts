import type { AccessLevel } from "@/server/domain/rules/access-levels";
import { newId } from "@/server/platform/id";
import type { Records } from "./given-records";

/** Callers that are admitted; a partner's people by their access level, each level including those above it. */
type Door = "anybody" | "signed in" | AccessLevel | "administrator" | "support" | "lead";

export interface Access {
  door: Door;
  /** Returns an allowed input that names some of these records. */
  input?: (records: Records) => unknown;
  /**
   * People who may use the record that the input names; absent if it names none. `company`: the partner's people who may see the record's
   * company. `partner`: all of the partner's people. `author`: only the record's author. `unlimited`: the partner's people who are not
   * limited to companies.
   */
  of?: "company" | "partner" | "author" | "unlimited";
  /** Refusals other than for access: the record was found, and its state or the rest of the input forbids the act. */
  refusals?: string[];
}

/** Returns the names of the records that a procedure's input asks for. */
export function recordsNamedBy({ input }: Access): Set<string> {
  const named = new Set<string>();
  const noting: ProxyHandler<Records> = {
    get(_, name) {
      named.add(String(name));
      return newId();
    },
  };
  input?.(new Proxy({} as Records, noting));
  return named;
}
