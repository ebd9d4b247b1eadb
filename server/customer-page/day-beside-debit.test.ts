import { expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { isCoveredByDebit } from "@/server/billing/collection/covered-by-debit";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import { readingFor } from "@/server/testing/customer-page-of";
import { givenPartsByDebit } from "@/server/testing/given-parts-by-debit";
import { billed, invoiceWith, onDay } from "@/server/testing/planned-invoice";

test("a missed instalment keeps the day that its mail names while the debit of the next one is at the bank, which has none", async () => {
  const { agree, collect, goTo, goToLastDayForFile, file, book, bounce, states, plan, debitOf, rows, partner, invoiceId, page, customer } =
    await givenPartsByDebit();
  await agree(3, "debit");
  await collect({ kind: "mailbox" });
  await goToLastDayForFile(1);
  await file();
  expect(await plan()).toMatchObject({ payBy: null, debit: { status: "at_bank" } });
  await goToLastDayForFile(2);
  await file();
  await book(1);
  await bounce(1, addDays((await debitOf(1)).collectOn, 2));
  await goTo(2, -12);
  expect((await states()).slice(0, 2)).toEqual(["1 returned 33.34", "2 at_bank 33.33"]);
  const named = addDays((await debitOf(2)).collectOn, 20);
  await db.insert(outgoingMessages).values({
    partnerId: partner.id,
    id: newId(),
    invoiceId,
    kind: "part_missed",
    aboutId: (await rows())[0]?.id ?? "",
    round: 1_001,
    state: "sent",
    createdAt: new Date(),
    nextAttemptAt: new Date(),
    payBy: named,
  });
  expect(await plan()).toMatchObject({ payBy: named, debit: { status: "at_bank" } });
  const shown = (await page()).replaceAll("\u00a0", " ");
  expect(shown).toContain("Instalment 2 of 3: €33.33 was to be collected by direct debit");
  expect(shown).toContain("You do not need to do anything about this instalment");
  expect(shown).toMatch(/Instalment 1 of 3 \(€33\.34\) is not collected by direct debit: please pay it yourself[ .]/);
  expect(shown).toMatch(/<details class="transfer" open>[\s\S]*€33\.34/);
  expect(shown).not.toContain('name="method"');
  const { described, reading } = await readingFor({ actor: await customer() });
  expect(pdfContents(described, reading)).toMatchObject({
    transfer: null,
    remarks: [expect.stringContaining("about this instalment"), expect.anything(), expect.anything(), expect.anything(), expect.anything()],
  });
});

test("a debit of less than is owed covers no day behind its collection, by which the rest is to be paid", () => {
  const [earlier, collectOn, later] = [dayAt(onDay(10)), dayAt(onDay(20)), dayAt(onDay(28))];
  const isCovered = (amountCents: number, day: string) => {
    const part = {
      paymentId: "P",
      debitId: "D",
      mandateId: "M",
      status: "scheduled" as const,
      amountCents,
      collectOn,
      isAnnounced: true,
      isUnreached: false,
      mayBeCollectedTwice: false,
      feesLeftOutCents: 0,
      wasInFile: false,
      instalment: null,
    };
    const debit = { part, parts: [part], wasDebited: true, wasBooked: false, mandate: null, leadDays: 2 };
    return isCoveredByDebit(invoiceWith({ debit }), day, onDay(12));
  };
  expect(isCovered(billed.amountCents, later)).toBe(true);
  expect(isCovered(billed.amountCents - 300, earlier)).toBe(true);
  expect(isCovered(billed.amountCents - 300, later)).toBe(false);
});
