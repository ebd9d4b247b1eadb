import { type SQL, sql } from "drizzle-orm";
import { partners } from "@/db/schema/partners";

/** SQL: whether the partner's companies may collect by direct debit: in sandboxes, and where the operator opened it (decision 0192). */
export const whereMayDebit: SQL<boolean> = sql<boolean>`(${partners.isSandbox} or ${partners.debitsOpenedAt} is not null)`;
