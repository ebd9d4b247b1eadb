import { and, eq, inArray, like, sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { holds } from "@/db/schema/holds";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { messages } from "@/db/schema/messages";
import { payments } from "@/db/schema/payments";
import { refunds } from "@/db/schema/refunds";
import { simulatedBankPayments, simulatedBankRefunds } from "@/db/schema/simulated-bank";
import type { PartnerCopy } from "./partner-copy";

// Invariants at the end of each day, computed independently of the code under test.

type Db = Connection["db"];
type Line = typeof invoiceLines.$inferSelect;
type Payment = typeof payments.$inferSelect;

/** All of a partner's records, by invoice. */
interface Books {
  invoices: (Account & { settings: { lateFeeCents: number; chargebackFeeCents: number } })[];
  /** Ids of the messages behind the mails to its customers. */
  mailIds: Set<string>;
}

interface Account {
  id: string;
  totalCents: number;
  retractedAt: Date | null;
  email: string | null;
  country: string | null;
  isBusiness: boolean;
  holds: (typeof holds.$inferSelect)[];
  lines: Line[];
  payments: Payment[];
  refunds: (typeof refunds.$inferSelect)[];
  outgoing: (typeof outgoingMessages.$inferSelect)[];
  messages: (typeof messages.$inferSelect)[];
}

/** Returns the violations in a partner's invoices, in words. Its customers' mail addresses must end with `.<the partner's id>@members.example`. */
export async function problemsOfSeason(db: Db, partnerId: string, copy: PartnerCopy): Promise<string[]> {
  const books = await readBooks(db, partnerId);
  const problems = books.invoices.flatMap((invoice) =>
    [...accountProblems(invoice), ...messageProblems(invoice, books.mailIds), ...copyProblems(invoice, copy)].map(
      (problem) => `invoice ${invoice.id}: ${problem}`,
    ),
  );
  const sums = books.invoices.map(sumsOf);
  const all = (name: keyof Sums) => sums.reduce((cents, sum) => cents + sum[name], 0);
  if (all("paid") + all("credited") + all("outstanding") !== all("billed") + all("fees")) problems.push("in sum the books do not agree");
  const recorded = books.invoices.reduce((count, { messages }) => count + messages.length, 0);
  if (books.mailIds.size !== recorded) problems.push(`${books.mailIds.size} mails for ${recorded} messages`);
  return problems;
}

/** Sums of an invoice's lines and payments, in cents. */
interface Sums {
  billed: number;
  fees: number;
  credited: number;
  /** Payments less chargebacks and refunds, taken from the payments themselves and not from their lines. */
  paid: number;
  outstanding: number;
}

function sumsOf({ lines, payments, refunds, totalCents }: Account): Sums {
  const sum = (belongs: (type: Line["type"]) => boolean) => totalOf(lines.filter(({ type }) => belongs(type)));
  const cameIn = payments.filter(({ status, chargedBackAt }) => status === "paid" && !chargedBackAt);
  return {
    billed: sum((type) => type === "INVOICE-LINE"),
    fees: sum((type) => type.endsWith("FEE-LINE")),
    credited: 0 - sum((type) => type === "CREDIT-LINE"),
    paid: totalOf(cameIn) - totalOf(refunds.filter(({ status }) => status === "paid")),
    outstanding: totalCents,
  };
}

function accountProblems(invoice: Books["invoices"][number]): string[] {
  const { lines, payments, retractedAt, settings, totalCents } = invoice;
  const { billed, fees, credited, paid, outstanding } = sumsOf(invoice);
  const late = lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const reminders = invoice.outgoing.filter(({ kind, state }) => kind.startsWith("reminder") && (state === "sent" || state === "unknown"));
  const firstReminded = reminders.map(({ createdAt }) => createdAt).sort((a, b) => a.getTime() - b.getTime())[0];
  const chargedBack = payments.filter(({ chargedBackAt }) => chargedBackAt && !(retractedAt && retractedAt <= chargedBackAt));
  const chargebackFees = lines.filter(({ type }) => type === "CHARGEBACK-FEE-LINE");
  const isAgreed = ({ amountCents }: Line) => amountCents <= settings.lateFeeCents;
  const isAfterFirstReminder = ({ date }: Line) => firstReminded !== undefined && daysBetween(firstReminded, date) > 14;
  const isLawful = ({ amountCents }: Line) => invoice.isBusiness || amountCents <= mostCents(invoice.country);
  return failuresOf([
    ["the total is the sum of the lines", totalCents === totalOf(lines)],
    [
      `paid ${paid} + credited ${credited} + outstanding ${outstanding} = billed ${billed} + fees ${fees}`,
      paid + credited + outstanding === billed + fees,
    ],
    [
      "the late-payment fee is charged once, no more than agreed, and after 14 whole days from a reminder that left",
      late.length <= 1 && late.every((line) => isAgreed(line) && isAfterFirstReminder(line)),
    ],
    [
      "a late-payment fee was named by a reminder before it, and comes after the last day that any of them gave",
      late.every(({ date }) => {
        const named = reminders.flatMap(({ createdAt, graceUntil }) => (createdAt < date ? (graceUntil ?? []) : []));
        return named.length > 0 && named.every((graceUntil) => dayOf.format(date) > graceUntil);
      }),
    ],
    [
      "no late-payment fee is charged that the customer's country forbids, or while the invoice is held",
      late.every((line) => isLawful(line) && !isHeldAt(invoice.holds, line.date)),
    ],
    ["each chargeback costs its fee", totalOf(chargebackFees) === chargedBack.length * settings.chargebackFeeCents],
  ]);
}

function messageProblems({ lines, payments, retractedAt, email, outgoing, messages, holds }: Account, mailIds: Set<string>): string[] {
  const planned = outgoing.filter(({ kind }) => asks(kind));
  const announced = outgoing.flatMap(({ kind, aboutId }) => (aboutId ? [`${kind} ${aboutId}`] : []));
  const sent = outgoing.filter(({ state }) => state === "sent");
  const kindOf = new Map(outgoing.map(({ id, kind }) => [id, kind]));
  const isOwedAt = (moment: Date) => {
    const isRetracted = retractedAt !== null && retractedAt <= moment;
    const owedCents = totalOf(lines.filter(({ date }) => date <= moment));
    const online = payments.filter(({ provider }) => provider !== null);
    const isUnderWay = online.some(({ createdAt, endedAt }) => createdAt <= moment && (!endedAt || endedAt > moment));
    return !isRetracted && owedCents > 0 && !isUnderWay;
  };
  return failuresOf([
    ["no message is decided on twice", new Set(planned.map(({ kind, round }) => `${kind} ${round}`)).size === planned.length],
    ["nothing that happened is told twice", new Set(announced).size === announced.length],
    [
      "each message that was sent is one mail and stands on the invoice once",
      sent.every(({ id }) => mailIds.has(id)) && messages.length === sent.length,
    ],
    ["no message goes to a customer without an address", email !== null || sent.length === 0],
    [
      "nothing is asked for that is paid, being paid, credited or retracted",
      messages.every(({ id, createdAt }) => !asks(kindOf.get(id)) || isOwedAt(createdAt)),
    ],
    [
      "nothing is asked for that is paused, disputed, stopped or handed over",
      messages.every(({ id, createdAt }) => !asks(kindOf.get(id)) || !isHeldAt(holds, createdAt)),
    ],
    ["nothing waits to be sent", outgoing.every(({ state }) => state === "sent" || state === "cancelled" || isBeingPaid(payments))],
  ]);
}

/** Returns the highest late-payment fee of a consumer, in cents: 40.00 by law in Belgium and the Netherlands, 2.50 elsewhere. */
const mostCents = (country: string | null) => (country === "BE" || country === "NL" ? 4_000 : 250);

/** Whether the moment is within a hold: from its beginning until it was ended or the last day of the pause was over. */
function isHeldAt(holds: Account["holds"], moment: Date): boolean {
  const begun = holds.filter(({ createdAt, endedAt }) => createdAt <= moment && !(endedAt && endedAt <= moment));
  return begun.some(({ until }) => until === null || dayOf.format(moment) <= until);
}

const dayOf = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Amsterdam", year: "numeric", month: "2-digit", day: "2-digit" });

/** Returns the number of calendar days, rounded, because a clock change makes a day longer or shorter. */
const daysBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / (24 * 60 * 60 * 1_000));

const asks = (kind: string | undefined) => kind !== undefined && /^(request|reminder)/.test(kind);

const isBeingPaid = (payments: Payment[]) => payments.some(({ status }) => status === "pending");

function copyProblems({ id, totalCents, retractedAt, lines, messages }: Account, { invoices }: PartnerCopy): string[] {
  const copied = invoices.get(id);
  return failuresOf([
    [
      "the partner's copy is up to date",
      copied?.amount_total_cents === totalCents &&
        copied.invoice_lines.length === lines.length &&
        copied.messages.length === messages.length &&
        copied.retracted_at === (retractedAt?.toISOString() ?? null),
    ],
  ]);
}

/** Returns the differences between the books of the bank and of the service, after the bank was asked about everything. */
export async function problemsWithBank(db: Db, partnerId: string): Promise<string[]> {
  const ours = await db.select().from(payments).where(eq(payments.partnerId, partnerId));
  const references = ours.flatMap(({ providerReference }) => providerReference ?? []);
  const theirs = await db.select().from(simulatedBankPayments).where(inArray(simulatedBankPayments.id, references));
  const stateOf = new Map(theirs.map(({ orderId, state }) => [orderId, state]));
  const expected = {
    open: "pending",
    pending: "pending",
    charged_back: "paid",
    paid: "paid",
    failed: "failed",
    cancelled: "cancelled",
    expired: "expired",
  };
  const differing = ours.filter(({ id, provider, status, chargedBackAt }) => {
    const state = stateOf.get(id);
    const isSame = state && expected[state] === status && (state === "charged_back") === (chargedBackAt !== null);
    return provider && !isSame;
  });
  const given = await db.select().from(refunds).where(eq(refunds.partnerId, partnerId));
  const givenByBank = await db.select().from(simulatedBankRefunds).where(inArray(simulatedBankRefunds.paymentId, references));
  const throughBank = given.filter(({ paymentId, status }) => paymentId && status === "paid");
  return [
    ...differing.map(({ id }) => `payment ${id} stands otherwise at the bank`),
    ...failuresOf([
      [
        "the bank gave back what we say it did, once",
        throughBank.length === givenByBank.length && totalOf(throughBank) === totalOf(givenByBank),
      ],
    ]),
  ];
}

/** Reads everything from one snapshot. */
function readBooks(db: Db, partnerId: string): Promise<Books> {
  return db.transaction(
    async (tx) => {
      const of = <
        Table extends typeof invoiceLines | typeof payments | typeof refunds | typeof outgoingMessages | typeof messages | typeof holds,
      >(
        table: Table,
      ) => eq(table.partnerId, partnerId);
      const found = await tx
        .select({
          id: invoices.id,
          totalCents: invoices.amountTotalCents,
          retractedAt: invoices.retractedAt,
          email: invoices.customerEmail,
          country: invoices.customerCountryCode,
          isBusiness: sql<boolean>`coalesce(${invoices.customerOrganization}, '') <> ''`,
          settings: { lateFeeCents: importSettings.latePaymentFeeCents, chargebackFeeCents: importSettings.chargebackFeeCents },
        })
        .from(invoices)
        .innerJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
        .where(eq(invoices.partnerId, partnerId));
      const lines = byInvoice(await tx.select().from(invoiceLines).where(of(invoiceLines)));
      const paid = byInvoice(await tx.select().from(payments).where(of(payments)));
      const given = byInvoice(await tx.select().from(refunds).where(of(refunds)));
      const outgoing = byInvoice(await tx.select().from(outgoingMessages).where(of(outgoingMessages)));
      const told = byInvoice(await tx.select().from(messages).where(of(messages)));
      const held = byInvoice(await tx.select().from(holds).where(of(holds)));
      const mailed = await tx
        .select({ id: mails.id })
        .from(mails)
        .where(like(mails.recipient, `%.${partnerId}@members.example`));
      return {
        invoices: found.map((invoice) => ({
          ...invoice,
          lines: lines(invoice.id),
          payments: paid(invoice.id),
          refunds: given(invoice.id),
          outgoing: outgoing(invoice.id),
          messages: told(invoice.id),
          holds: held(invoice.id),
        })),
        mailIds: new Set(mailed.map(({ id }) => id)),
      };
    },
    { isolationLevel: "repeatable read" },
  );
}

function byInvoice<Row extends { invoiceId: string }>(rows: Row[]): (invoiceId: string) => Row[] {
  const grouped = new Map<string, Row[]>();
  for (const row of rows) grouped.set(row.invoiceId, [...(grouped.get(row.invoiceId) ?? []), row]);
  return (invoiceId) => grouped.get(invoiceId) ?? [];
}

function totalOf(amounts: { amountCents: number }[]): number {
  return amounts.reduce((cents, { amountCents }) => cents + amountCents, 0);
}

function failuresOf(holds: [promise: string, held: boolean][]): string[] {
  return holds.filter(([, held]) => !held).map(([promise]) => `it does not hold that ${promise}`);
}
