import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { debits } from "@/db/schema/debits";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { listComing } from "@/server/bank/debit-files/list-coming";
import { postponeDebits } from "@/server/bank/debit-files/postpone-debits";
import { prepareDebits } from "@/server/bank/debit-files/prepare-debits";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { addAmount } from "@/server/billing/collection/add-amount";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { markNotArrived } from "@/server/billing/debits/mark-not-arrived";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { ADDRESS_REFUSED } from "@/server/domain/rules/mail-failures";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { givenPartsByDebit } from "@/server/testing/given-parts-by-debit";
import { givenMember } from "@/server/testing/given-person";
import { makeFiles } from "@/server/testing/given-planned-debit";

const mailbox = { kind: "mailbox" } as const;

async function givenAgreed() {
  const given = await givenPartsByDebit();
  await given.agree(3, "debit");
  await given.collect(mailbox);
  const { partner, company, actorNow, debitOf } = given;
  const lost = async () => (await given.mails()).filter((subject) => subject.startsWith("No more direct debits")).length;
  const putOff = async (number: number) => {
    const [actor, { id }] = await Promise.all([actorNow(), debitOf(number)]);
    await transact(db, actor, (tx) => postponeDebits(tx, actor, [id]));
  };
  const blockers = async () => (await listComing(db, await actorNow(), company.id)).listed.map(({ blocker }) => blocker);
  const withdraw = async () => withdrawMandate(db, partner.actor, (await given.mandate())?.id ?? "");
  return { ...given, lost, putOff, blockers, withdraw };
}

describe("money that the bank may collect already is asked for nowhere else", () => {
  test("a debit of the whole amount from a withdrawn file is not replaced by instalments", async () => {
    const { collect, form, send, offer, partner, states } = await givenPartsByDebit();
    await collect(mailbox);
    const shown = await form(3, "debit");
    const [whole] = await db.select().from(debits).where(eq(debits.partnerId, partner.id));
    if (!whole) throw new Error("Nothing is planned");
    const { actor } = await givenMember(partner, { role: "administrator" });
    await withdrawDebitFile(db, actor, await givenFileOf(whole));
    expect(await states()).toEqual(["whole planned 100.00"]);
    expect(await offer()).toEqual({ reason: "payment_in_progress" });
    expect(await send(shown)).toBe("payment_in_progress");
    expect(await states()).toEqual(["whole planned 100.00"]);
  });

  test("an instalment at the bank is shown with its debit once the others are paid by transfer", async () => {
    const { goToLastDayForFile, file, withdraw, collect, states, bodies, mails, plan, page, partner, invoiceId } = await givenAgreed();
    await goToLastDayForFile(1);
    await file();
    await withdraw();
    await collect(mailbox);
    expect(await states()).toEqual(["1 at_bank 33.34", "2 cancelled 33.33", "3 cancelled 33.33"]);
    const body = (await bodies()).at(-1);
    expect((await mails()).at(-1)).toMatch(/^Fewer direct debits for invoice/);
    expect(body).toMatch(
      /The direct debit of instalment 1 of 3 is already at the bank, or on its way to it: €33\.34 will still be collected on \d/,
    );
    expect(body).toContain("please pay the other instalments yourself");
    expect(body).not.toContain("any more");
    expect(body).toMatch(/33\.34, to be collected by direct debit on/);
    expect(body?.match(/33\.33, by /g)).toHaveLength(2);
    expect((await plan())?.instalments?.debits).toMatchObject([{ status: "pending", instalment: { number: 1 } }]);
    expect((await page()).match(/By direct debit on/g)).toHaveLength(1);
    // The others are paid by the customer already.
    expect(await page()).not.toContain("you then pay the instalments that are left yourself");
    const { instalments } = collectionResource.parse(presentCollection(await describeCollection(db, partner.actor, invoiceId)));
    expect(instalments?.parts.map(({ debit }) => debit?.status)).toEqual(["at_bank", undefined, undefined]);
  });

  test("a full payment beside it says which other debits do not take place", async () => {
    const { goToLastDayForFile, file, actorNow, invoiceId, collect, states, bodies } = await givenAgreed();
    await goToLastDayForFile(1);
    await file();
    const paid = { amountCents: 10_000, reason: "Cash", mayExceed: true, paidOn: null };
    await recordExternalPayment(db, await actorNow(), invoiceId, 1, paid);
    await collect(mailbox);
    expect(await states()).toEqual(["1 at_bank 33.34", "2 cancelled 33.33", "3 cancelled 33.33"]);
    const told = (await bodies()).at(-1);
    expect(told?.match(/33\.33 on [^.]* will not take place/g)).toHaveLength(2);
    expect(told).not.toMatch(/33\.34 on [^.]* will not take place/);
    expect(told).toMatch(
      /may already have the direct debit of €33\.34 on [^.]*\. If it is carried out, this money will be paid back to you\./,
    );
  });
});

describe("instalments go into files in their order", () => {
  test("a later one waits while an earlier one is in no file, and goes with it", async () => {
    const { goTo, goToLastDayForFile, blockers, putOff, file, states } = await givenAgreed();
    await goToLastDayForFile(2);
    expect(await blockers()).toEqual(["late", "earlier_instalment", "early"]);
    const together = await givenAgreed();
    await together.goTo(1, 1);
    await together.putOff(1);
    await together.goTo(1, 1);
    await together.putOff(1);
    await together.goToLastDayForFile(1);
    expect(await together.blockers()).toEqual([null, null, "early"]);
    await together.file();
    expect((await together.states()).sort()).toEqual(["1 at_bank 33.34", "2 at_bank 33.33", "3 planned 33.33"]);
    await putOff(1);
    await goTo(1, 14);
    expect((await blockers()).includes("earlier_instalment")).toBe(false);
    await file();
    expect((await states()).includes("1 at_bank 33.34")).toBe(true);
  });

  test("none goes into one once the announcement of another was refused", async () => {
    const { goTo, putOff, partner, actorNow, debitOf, states } = await givenAgreed();
    await goTo(1, 1);
    await putOff(1);
    const { kind, partnerId } = outgoingMessages;
    const announced = and(eq(partnerId, partner.id), eq(kind, "debit_announced"));
    // Sandboxes mail to their mailbox, which refuses nothing.
    await db
      .update(outgoingMessages)
      .set({ state: "refused", failure: ADDRESS_REFUSED, nextAttemptAt: sql`now() - interval '2 days'` })
      .where(announced);
    const [actor, { id }] = await Promise.all([actorNow(), debitOf(2)]);
    const prepared = await transact(db, actor, (tx) => prepareDebits(tx, actor, [id]));
    expect(prepared).toEqual({ ready: [], waiting: [] });
    expect((await states()).sort()).toEqual(["1 cancelled 33.34", "2 cancelled 33.33", "3 cancelled 33.33"]);
  });

  test("one that nobody has downloaded is not handed out once what the bank has leaves less than its instalment", async () => {
    const { goToLastDayForFile, file, partner, company, actorNow, invoiceId } = await givenAgreed();
    await goToLastDayForFile(1);
    await file();
    await goToLastDayForFile(2);
    const [fileId = ""] = await makeFiles(await actorNow(), company);
    await recordExternalPayment(db, partner.actor, invoiceId, null, { amountCents: 4_000, reason: "Cash", mayExceed: false });
    await expect(getDebitFile(db, await actorNow(), fileId)).rejects.toMatchObject({ code: "debit_file_outdated" });
  });

  test("one that was put off is moved once more if its announcement leaves too late", async () => {
    const { goTo, putOff, actorNow, collect, debitOf, jump, mails } = await givenAgreed();
    await goTo(1, 1);
    await putOff(1);
    const { collectOn: announced } = await debitOf(1);
    const { clockOffsetMs } = await actorNow();
    await jump(Math.round(clockOffsetMs / 86_400_000) + 6);
    await collect(mailbox);
    await collect(mailbox);
    const { collectOn } = await debitOf(1);
    expect(collectOn > announced).toBe(true);
    expect(collectOn >= addDays(dayAt(clock.now(await actorNow())), 14)).toBe(true);
    expect((await mails()).filter((subject) => subject.startsWith("New date"))).toHaveLength(1);
  });
});

describe("the mail about debits that are taken out", () => {
  test("asks for nothing during a hold", async () => {
    const { partner, invoiceId, collect, bodies, lost } = await givenAgreed();
    await holdInvoice(db, partner.actor, invoiceId, { kind: "paused", until: addDays(dayAt(new Date()), 9), reason: "Ill" });
    await collect(mailbox);
    expect(await lost()).toBe(1);
    const body = (await bodies()).at(-1);
    expect(body).toContain("will not be collected by direct debit any more");
    expect(body).not.toMatch(/please pay|, by |before each/);
    expect(body).toContain("You do not need to do anything now: you will get an e-mail when an instalment is to be paid.");
  });

  test("states the sums that are left, also if they are lower than announced", async () => {
    const { partner, invoiceId, collect, bodies } = await givenAgreed();
    await recordExternalPayment(db, partner.actor, invoiceId, 1, { amountCents: 4_000, reason: "Cash", mayExceed: false, paidOn: null });
    await creditAmount(db, partner.actor, invoiceId, null, { amountCents: 1_000, description: "Less" });
    await collect(mailbox);
    const body = (await bodies()).find((each) => each.includes("as listed below"));
    for (const words of ["26.67, to be collected by", "23.33, to be collected by"]) expect(body).toContain(words);
    expect(body).not.toContain(", by ");
  });

  test("states what was added to the instalments that are still collected, and its day", async () => {
    const { partner, invoiceId, collect, bodies } = await givenAgreed();
    await addAmount(db, partner.actor, invoiceId, 1, { amountCents: 2_000, description: "Boat" });
    await recordExternalPayment(db, partner.actor, invoiceId, null, { amountCents: 4_000, reason: "Cash", mayExceed: false, paidOn: null });
    await collect(mailbox);
    const body = (await bodies()).find((each) => each.includes("as listed below"));
    expect(body).toMatch(/Not part of the direct debits \(such as an amount added later\), please pay this yourself: €20\.00, by \d/);
    const receipt = (await bodies()).find((each) => each.includes("has received your payment"));
    expect(receipt).toMatch(
      /will be collected by direct debit on [^.]*\. Please pay €20\.00, which is not part of the direct debits, yourself by \d/,
    );
    expect(receipt).not.toContain("You do not need to do anything");
  });

  test("is one, if a person states that the announcement of a later day did not arrive", async () => {
    const { goTo, putOff, collect, partner, actorNow, debitOf, states, lost, mails } = await givenAgreed();
    await goTo(1, 1);
    await putOff(1);
    await collect(mailbox);
    const { actor } = await givenMember(partner, { role: "administrator" });
    const { clockOffsetMs } = await actorNow();
    await markNotArrived(db, { ...actor, clockOffsetMs }, (await debitOf(1)).id);
    expect(await states()).toEqual(expect.arrayContaining(["1 cancelled 33.34", "2 cancelled 33.33", "3 cancelled 33.33"]));
    await collect(mailbox);
    await collect(mailbox);
    expect(await lost()).toBe(1);
    expect((await mails()).filter((subject) => /direct debit less|^No direct debit/.test(subject))).toEqual([]);
  });

  test("is preceded by no agreement that still promises them", async () => {
    const { agree, mandate, partner, collect, bodies } = await givenPartsByDebit();
    await agree(3, "debit");
    await withdrawMandate(db, partner.actor, (await mandate())?.id ?? "");
    await collect(mailbox);
    const [agreement = ""] = await bodies();
    expect(agreement).toContain("The direct debits that you agreed to will not take place: please pay the instalments yourself.");
    for (const number of [1, 2, 3]) expect(agreement).toMatch(new RegExp(`Instalment ${number} of 3: €33\\.3[34], by \\d`));
    expect(agreement).toContain("Your agreement is recorded with the date and time.");
    expect(agreement).not.toMatch(/collected|Mandate reference|IBAN/);
  });

  test("is preceded by no agreement that asks for payment during a hold", async () => {
    const { agree, partner, invoiceId, collect, bodies } = await givenPartsByDebit();
    await agree(3, "debit");
    await holdInvoice(db, partner.actor, invoiceId, { kind: "paused", until: addDays(dayAt(new Date()), 9), reason: "Ill" });
    await collect(mailbox);
    const [agreement = ""] = await bodies();
    expect(agreement).toContain("payment is on hold at the moment: please wait for our e-mail before you pay an instalment");
    expect(agreement).toMatch(/Instalment 1 of 3: €33\.34, agreed for \d/);
    expect(agreement).not.toMatch(/please pay|, by |Mandate reference/);
  });
});
