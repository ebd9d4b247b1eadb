import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { cents, code, createdAt, id, isAnId, partnerId } from "./columns";
import { partners } from "./partners";

/**
 * Amounts that a person or a key recorded or ordered without a second person. The sums over 24 hours use these rows; older ones are
 * deleted. Times are by the partner's clock.
 */
export const moneyActs = pgTable(
  "money_acts",
  {
    partnerId: partnerId(),
    id: id(),
    /**
     * Author to whose sum the amount counts: `person:<id>`; for keys, `keys:<id of the person who created them>`, or `key:<id>` if the
     * operator created the key.
     */
    author: code().notNull(),
    /** A `MoneyActKind` (server/domain/rules/money-act-kinds.ts). */
    kind: code().notNull(),
    currency: code().notNull(),
    amountCents: cents().notNull(),
    /** Keyed hash of the account that receives the money. Null for money received, or given back the way it came. */
    payeeHash: code(),
    /** Whether that account is known only because somebody typed it in: no money came from it, and the customer has not confirmed it. */
    isPayeeTyped: boolean().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    index("money_acts_by_author").on(table.partnerId, table.author, table.currency, table.createdAt),
    index("money_acts_by_payee").on(table.partnerId, table.payeeHash, table.currency, table.createdAt).where(sql`payee_hash is not null`),
    index("money_acts_to_typed_payees").on(table.partnerId, table.currency, table.createdAt).where(sql`is_payee_typed`),
    index("money_acts_by_time").on(table.createdAt),
    check("money_acts_amount_positive", sql`${table.amountCents} > 0`),
    check("money_acts_typed_payee_known", sql`not ${table.isPayeeTyped} or ${table.payeeHash} is not null`),
    isAnId("money_acts_id_shape", table.id),
  ],
);
