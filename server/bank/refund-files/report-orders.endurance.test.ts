import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { payoutItems } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { givenRefundFile, PAYER } from "@/server/testing/given-refund-file";
import { reportFile } from "@/server/testing/report-files";
import { sizeOf } from "@/server/testing/size-of";
import { createRefundFile } from "./create-refund-file";
import { cancelItem } from "./end-item";
import { listOwed } from "./list-owed";
import { messageIdOf } from "./message-id";

const COUNT = sizeOf({ small: 12, large: 300 });

const acts = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("report" as const),
      status: fc.constantFrom("ACCP", "ACSP", "ACSC", "PDNG", "RJCT", "RJCT", "CANC", "RVNM", "RCVC"),
      reason: fc.constantFrom("AC04", "AM05", "MS03"),
      minute: fc.integer({ min: 10, max: 59 }),
      isWhole: fc.boolean(),
      /** Index of the file among those so far. */
      file: fc.nat(3),
    }),
    fc.record({ kind: fc.constantFrom("debit" as const, "return" as const, "cancel" as const), file: fc.nat(3) }),
    fc.record({ kind: fc.constant("giveBack" as const) }),
  ),
  { minLength: 3, maxLength: 9 },
);

test(`reports, statements, removals and new files in ${COUNT} orders: what is owed is what did not leave, and nothing is owed twice`, async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const given = await givenRefundFile();
      const { invoice, five } = given;
      const files = [five.payoutId];
      const itemIn = async (payoutId: string) => {
        const items = await db.select().from(payoutItems).where(eq(payoutItems.payoutId, payoutId));
        return items.find(({ amountCents }) => amountCents === 500);
      };
      const owedNow = async () => (await listOwed(db, given.partner.actor, null)).find(({ id }) => id === invoice.id);
      for (const [index, act] of all.entries()) {
        if (act.kind === "giveBack") {
          const owed = await owedNow();
          if (!owed) continue;
          const { kind, id, amountCents } = owed;
          files.push(await createRefundFile(db, given.actor, given.company.id, [{ kind, id, amountCents, iban: PAYER }]));
          continue;
        }
        const item = await itemIn(files[act.file % files.length] ?? "");
        if (!item) continue;
        if (act.kind === "cancel")
          await cancelItem(db, given.actor, item.id).catch((error: { code?: string }) => expect(error.code).toBe("changed_meanwhile"));
        else if (act.kind === "report") {
          const { status, reason, isWhole } = act;
          const about = isWhole ? { status, reason } : { payments: [{ endToEndId: item.endToEndId, status, reason }] };
          const saidAt = `2026-11-26T10:${act.minute}:00`;
          await given.store(reportFile({ fileId: messageIdOf(item.payoutId), id: `R${index}`, saidAt, ...about }));
        } else {
          // A bank debits a payment once, and returns it afterwards.
          const moved = (await given.transactions()).filter(({ endToEndId }) => endToEndId === item.endToEndId);
          if (moved.length !== (act.kind === "debit" ? 0 : 1)) continue;
          const cents = act.kind === "debit" ? -500 : 500;
          await given.told([{ cents, endToEndId: item.endToEndId, iban: PAYER, bankReference: `M${index}` }], { id: `T${index}` });
        }
      }
      // Money that left and came back, without what waits for a person.
      const moved = (await db.select().from(bankTransactions).where(eq(bankTransactions.partnerId, given.partner.id)))
        .filter(({ endToEndId, state }) => endToEndId !== "" && state === "booked")
        .reduce((sum, { amountCents }) => sum - amountCents, 0);
      const waiting = (await given.transactions()).filter(({ endToEndId, state }) => endToEndId !== "" && state === "open").length;
      const outstanding = await given.outstanding();
      expect(0 - outstanding).toBe(500 - moved);
      const reserved = (await db.select().from(refunds).where(eq(refunds.invoiceId, invoice.id)))
        .filter(({ status }) => status === "pending")
        .reduce((sum, { amountCents }) => sum + amountCents, 0);
      const owed = (await owedNow())?.amountCents ?? 0;
      expect(owed + reserved).toBe(Math.max(0, 0 - outstanding));
      // No more than was owed is ever ordered or gone; what left in excess waits for a person.
      expect(moved).toBeLessThanOrEqual(500);
      expect(moved + owed + reserved).toBe(500);
      if (waiting > 0) expect(files.length + waiting).toBeGreaterThan(1);
    }),
    { numRuns: COUNT, seed: 20_261_128, endOnFailure: true },
  );
}, 3_600_000);
