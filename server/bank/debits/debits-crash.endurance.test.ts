import { and, eq, inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { payments } from "@/db/schema/payments";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { createInvoices } from "@/server/billing/invoices/create-invoices";
import { recordMandates } from "@/server/billing/mandates/record-mandates";
import { randomFrom } from "@/server/demo/random";
import { type Fate, fateOf } from "@/server/testing/answer-of-bank";
import { givenImport, givenPartner } from "@/server/testing/given";
import { mandateFacts } from "@/server/testing/given-mandate";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { newInvoiceFor } from "@/server/testing/new-records";
import { sizeOf } from "@/server/testing/size-of";
import { makeVictim } from "@/server/testing/victim";
import { bundleIfChanged } from "@/server/tools/build.mjs";

/** `DEBIT_KILLS=50` makes 50 runs. */
const KILLS = Number(process.env.DEBIT_KILLS ?? sizeOf({ small: 2, large: 50 }));
const LONGEST_LIFE_MS = 1_500;
/** Invoices of the payers of one import. Each payer is collected from by one debit. */
const INVOICES_OF_PAYERS = [1, 2, 1, 3, 1];
const AMOUNT_CENTS = 1_000;
const PATIENCE_MS = 300_000;

beforeAll(() => bundleIfChanged("tools/bench/killed-debits"));

/**
 * The lines, and the messages to the customer, that the end of a debit leaves on each of its invoices. A receipt does not leave if the return
 * is booked before, so it does not count there.
 */
const expected: Record<Fate, { lines: string[]; messages: string[] }> = {
  rejected: { lines: [], messages: ["debit_announced", "payment_failed"] },
  booked: { lines: ["PAYMENT-LINE -1000"], messages: ["debit_announced", "payment_received"] },
  returned: {
    lines: ["CHARGEBACK-LINE 1000", "PAYMENT-LINE -1000"],
    messages: ["debit_announced", "payment_returned"],
  },
};

test(`${KILLS} times kill -9 while debits are planned, put into files, withdrawn, reported, booked and returned: nothing is lost, doubled or asked twice`, async () => {
  const random = randomFrom(11);
  const given = await givenBankingCompany(await givenPartner({ isSandbox: true }), { creditorIdentifier: "DE98ZZZ09999999999" });
  const { partner, company } = given;
  await db.update(companySettings).set({ directDebit: true }).where(eq(companySettings.companyId, company.id));
  const inFiles = new Map<string, Set<string>>();
  let begun = 0;
  const victim = makeVictim("killed-debits", {}, (line) => {
    begun += 1;
    const [what, fileId = "", ...ids] = line.split(" ");
    if (what === "file") for (const id of ids) inFiles.set(id, new Set([...(inFiles.get(id) ?? []), fileId]));
  });
  let invoicesCount = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    invoicesCount += await transmitMore(kill);
    const before = begun;
    victim.start([partner.id, company.id, String(kill)]);
    await untilNone(() => (begun > before ? [] : ["first act"]));
    await new Promise((resolve) => setTimeout(resolve, random.whole(0, LONGEST_LIFE_MS)));
    await victim.kill();
  }
  // Otherwise, messages that killed processes had begun to send wait for the end of their lease.
  const hasLeft = and(eq(outgoingMessages.partnerId, partner.id), inArray(outgoingMessages.state, ["waiting", "handing_over"]));
  await db.update(outgoingMessages).set({ nextAttemptAt: new Date() }).where(hasLeft);
  victim.start([partner.id, company.id, String(KILLS)]);
  await untilNone(async () => {
    const ofPartner = await db.select().from(debits).where(eq(debits.partnerId, partner.id));
    const planned = await db.select({ id: payments.id }).from(payments).where(eq(payments.partnerId, partner.id));
    const messages = await db.select().from(outgoingMessages).where(hasLeft);
    return [
      ...ofPartner
        .filter((debit) => debit.status !== fateOf(debit))
        .map((debit) => `${debit.status} debit ${debit.endToEndId} in file ${debit.fileId}`),
      ...Array.from({ length: invoicesCount - planned.length }, () => "invoice without a debit"),
      ...messages.map(({ id, kind, state, nextAttemptAt }) => `${state} ${kind} ${id}, next attempt ${nextAttemptAt?.toISOString()}`),
    ];
  });
  await victim.kill();

  const found = await db.select().from(debits).where(eq(debits.partnerId, partner.id));
  expect(found).toHaveLength(KILLS * INVOICES_OF_PAYERS.length);
  for (const { endToEndId, fileId } of found) expect([...(inFiles.get(endToEndId) ?? [])]).toEqual([fileId]);
  const parts = await db.select().from(payments).where(eq(payments.partnerId, partner.id));
  const lines = await db.select().from(invoiceLines).where(eq(invoiceLines.partnerId, partner.id));
  const messages = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id));
  for (const debit of found) {
    const is = expected[fateOf(debit)];
    for (const { invoiceId } of parts.filter(({ debitId }) => debitId === debit.id)) {
      const booked = lines.filter((line) => line.invoiceId === invoiceId && line.type !== "INVOICE-LINE");
      expect(booked.map(({ type, amountCents }) => `${type} ${amountCents}`).sort()).toEqual(is.lines);
      const told = messages.filter((message) => message.invoiceId === invoiceId && message.state !== "cancelled");
      const counted = told.map(({ kind }) => kind).filter((kind) => debit.status !== "returned" || kind !== "payment_received");
      expect(counted.sort()).toEqual(is.messages);
    }
  }
  expect((await given.transactions()).filter(({ state }) => state !== "booked" && state !== "noted")).toEqual([]);
  const files = await db.select().from(debitFiles).where(eq(debitFiles.partnerId, partner.id));
  const count = (status: Debit["status"]) => found.filter((debit) => debit.status === status).length;
  console.info(
    `${KILLS} kills, ${begun} acts begun, ${found.length} debits of ${invoicesCount} invoices in ${files.length} files, of which ${files.filter(({ withdrawnAt }) => withdrawnAt).length} withdrawn; ${count("booked")} booked, ${count("returned")} returned, ${count("rejected")} rejected`,
  );

  /** Transmits invoices of payers with mandates. Returns their number. */
  async function transmitMore(round: number): Promise<number> {
    const into = await givenImport(partner, { company });
    const payers = INVOICES_OF_PAYERS.map((invoices, index) => ({ invoices, customerEmail: `payer${round}-${index}@members.example` }));
    const facts = payers.flatMap(({ invoices, customerEmail }) =>
      Array.from({ length: invoices }, () => ({ ...newInvoiceFor(into.id, AMOUNT_CENTS), customerEmail })),
    );
    await createInvoices(db, partner.actor, into.id, facts);
    await recordMandates(
      db,
      partner.actor,
      company.id,
      payers.map(({ customerEmail }) => mandateFacts({ customerEmail })),
    );
    await transmitImport(db, partner.actor, into.id);
    return facts.length;
  }
}, 1_800_000);

/** Throws, with their names, if some are left and their number has not fallen for long. */
async function untilNone(find: () => string[] | Promise<string[]>): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let end = Date.now() + PATIENCE_MS; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const left = await find();
    if (left.length === 0) return;
    if (left.length < fewest) end = Date.now() + PATIENCE_MS;
    fewest = Math.min(fewest, left.length);
    if (Date.now() > end) throw new Error(`${left.length} never end: ${left.join("; ")}`);
  }
}
