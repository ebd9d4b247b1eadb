import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amendmentSources } from "@/server/domain/rules/mandate-state";
import { code, createdAt, id, isAnId, partnerId, recordedOrder } from "./columns";
import { mandates } from "./mandates";

export const amendmentSource = pgEnum("amendment_source", amendmentSources);

/**
 * Changes of the account that a mandate is for. The mandate has the present account, these rows the former ones. The next file of debits
 * names the account that the bank knows: `originalAccounts` (server/billing/mandates/original-accounts.ts).
 */
export const mandateAmendments = pgTable(
  "mandate_amendments",
  {
    partnerId: partnerId(),
    id: id(),
    mandateId: code().notNull(),
    recordedOrder: recordedOrder(),
    /** The account before the change. */
    formerHolder: text().notNull(),
    formerIban: code().notNull(),
    source: amendmentSource().notNull(),
    /** By the partner's clock. */
    amendedAt: createdAt(),
    /** Actor, as in the table of changes. */
    amendedBy: code().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "mandate_amendments_of_mandate",
      columns: [table.partnerId, table.mandateId],
      foreignColumns: [mandates.partnerId, mandates.id],
    }).onDelete("cascade"),
    index("mandate_amendments_by_mandate").on(table.partnerId, table.mandateId, table.recordedOrder),
    check("mandate_amendments_iban_shape", sql`${table.formerIban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    isAnId("mandate_amendments_id_shape", table.id),
  ],
);

export type MandateAmendment = typeof mandateAmendments.$inferSelect;
