import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { cents, code, moment } from "./columns";
import { currency } from "./companies";
import { paymentMethod } from "./payments";

// The simulated bank's own records. They stand for the outside world: only `server/billing/payment-providers/simulated-bank` reads them,
// and no key refers to a partner's records, as with a real provider. All times are real time.

export const simulatedBankState = pgEnum("simulated_bank_state", [
  "open",
  "pending",
  "paid",
  "failed",
  "cancelled",
  "expired",
  "charged_back",
]);

/** A payment in the bank's view: open until the customer has decided, pending while the money is on its way. */
export const simulatedBankPayments = pgTable(
  "simulated_bank_payments",
  {
    /** 48 random hexadecimal characters. Anybody who has them can act as the customer. */
    id: code().primaryKey(),
    /** Id of the order, assigned by the service. Ordering again with it is the same payment. */
    orderId: code().notNull().unique("simulated_bank_payments_by_order"),
    state: simulatedBankState().notNull(),
    method: paymentMethod().notNull(),
    amountCents: cents().notNull(),
    currency: currency().notNull(),
    description: text().notNull(),
    /** Whether the payment belongs to a sandbox. Its customer can then decide about it even while the bank is closed to other partners. */
    isPlay: boolean().notNull().default(false),
    /** Address to which the customer returns; null if none. */
    returnUrl: text(),
    createdAt: moment().notNull(),
    /** Null: not paid, or paid before this column existed. */
    paidAt: moment(),
  },
  (table) => [
    check("simulated_bank_payments_id_shape", sql`${table.id} ~ '^[0-9a-f]{48}$'`),
    check("simulated_bank_payments_amount_positive", sql`${table.amountCents} > 0`),
  ],
);

export type SimulatedBankPayment = typeof simulatedBankPayments.$inferSelect;

/** Refunds that the bank made. */
export const simulatedBankRefunds = pgTable(
  "simulated_bank_refunds",
  {
    /** Id of the order, assigned by the service. Ordering again with it is the same refund. */
    orderId: code().primaryKey(),
    paymentId: code()
      .notNull()
      .references(() => simulatedBankPayments.id),
    amountCents: cents().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("simulated_bank_refunds_by_payment").on(table.paymentId),
    check("simulated_bank_refunds_amount_positive", sql`${table.amountCents} > 0`),
  ],
);

/** Webhooks that the bank will send after a change of a payment: late, repeated, in any order. */
export const simulatedBankCalls = pgTable(
  "simulated_bank_calls",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: code()
      .notNull()
      .references(() => simulatedBankPayments.id),
    dueAt: moment().notNull(),
  },
  (table) => [index("simulated_bank_calls_due").on(table.dueAt)],
);
