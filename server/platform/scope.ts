import { eq, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Limits a run of background work to one partner's records. Empty for all partners. */
export interface Scope {
  partnerId?: string;
}

/** Condition: the row is within the scope; undefined if the scope is empty. */
export function whereInScope(partnerId: PgColumn, scope: Scope | undefined): SQL | undefined {
  return scope?.partnerId ? eq(partnerId, scope.partnerId) : undefined;
}
