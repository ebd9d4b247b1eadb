import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { postponeDebits } from "@/server/bank/debit-files/postpone-debits";
import { endDebit } from "@/server/bank/debits/end-debit";
import { addAmount } from "@/server/billing/collection/add-amount";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { forecastImport } from "@/server/billing/collection/forecast-import";
import { markNotArrived } from "@/server/billing/debits/mark-not-arrived";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { offerRepetition, offerRepetitionOfInvoice } from "@/server/billing/repeated-debits/offer-repetition";
import { addDays, dayAt, weekOf } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { isRepeatable } from "@/server/domain/rules/repeatable-debit";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { readingFor } from "@/server/testing/customer-page-of";
import { givenInstalments } from "@/server/testing/given-instalments";
import { givenPartsByDebit } from "@/server/testing/given-parts-by-debit";
import { givenMember } from "@/server/testing/given-person";
import { pdfContents } from "./document/pdf-contents";

const mailbox = { kind: "mailbox" } as const;
const allOut = ["1 cancelled 33.34", "2 cancelled 33.33", "3 cancelled 33.33"];

async function givenAgreed() {
  const given = await givenPartsByDebit();
  await given.agree(3, "debit");
  await given.collect(mailbox);
  const lost = async () => (await given.mails()).filter((subject) => subject.startsWith("No more direct debits")).length;
  return { ...given, lost };
}

describe("the debits of instalments end together", () => {
  test("if one was not collected: it is due by transfer, and the customer told once of the others", async () => {
    const { goTo, goToLastDayForFile, file, collect, states, actorNow, debitOf, plan, lost, mails } = await givenAgreed();
    await goToLastDayForFile(1);
    await file();
    await goTo(1, -1);
    await endDebit(db, await actorNow(), (await debitOf(1)).id);
    await collect(mailbox);
    expect(await states()).toEqual(["1 rejected 33.34", "2 cancelled 33.33", "3 cancelled 33.33"]);
    expect((await plan())?.instalments).toMatchObject({ debits: [], next: { number: 1, openCents: 3_334 } });
    expect(await lost()).toBe(1);
    await goTo(1, -9);
    expect((await mails()).filter((subject) => /^(Instalment 1|Reminder: instalment 1)/.test(subject)).length).toBeGreaterThan(0);
  });

  test("if their announcement did not arrive, as a person states", async () => {
    const { partner, debitOf, collect, states, plan } = await givenAgreed();
    const { actor } = await givenMember(partner, { role: "administrator", name: "Femke Aarts" });
    await markNotArrived(db, actor, (await debitOf(1)).id);
    await collect(mailbox);
    expect(await states()).toEqual(allOut);
    expect((await plan())?.instalments).toMatchObject({ debits: [] });
  });

  test("if the mandate is withdrawn while they are agreed on: none is left, whichever is first", async () => {
    const { form, send, mandate, partner, collect, states } = await givenPartsByDebit();
    const shown = await form(3, "debit");
    const { id = "" } = (await mandate()) ?? {};
    await Promise.all([send(shown), withdrawMandate(db, partner.actor, id)]);
    await collect(mailbox);
    expect([[], allOut]).toContainEqual(await states());
  });
});

test("a debit of an instalment is not collected once more, also if the bank's reason allows it", async () => {
  const { goTo, goToLastDayForFile, file, partner, actorNow, debitOf, invoiceId } = await givenAgreed();
  await goToLastDayForFile(1);
  await file();
  await goTo(1, -1);
  const { id } = await debitOf(1);
  await endDebit(db, await actorNow(), id);
  // As after a report of the bank.
  const [ended] = await db.update(debits).set({ endedBy: null, reasonCode: "AM04" }).where(eq(debits.id, id)).returning();
  if (!ended) throw new Error("There is no debit");
  const { actor } = await givenMember(partner, { role: "administrator" });
  expect(isRepeatable(ended)).toBe(true);
  expect(await offerRepetition(db, actor, id)).toBeNull();
  expect(await offerRepetitionOfInvoice(db, actor, invoiceId)).toBeNull();
  const { partnerId, companyId, mandateId, customerKey, bankAccountId, collectOn, amountCents } = ended;
  const copyId = newId();
  const copy = { partnerId, companyId, mandateId, customerKey, bankAccountId, collectOn, amountCents, repeatsDebitId: id };
  const values = { ...copy, id: copyId, endToEndId: copyId.slice(-35), announcedAt: new Date(), createdAt: new Date() };
  const repeated = transact(db, actor, (tx) => tx.insert(debits).values(values));
  await expect(repeated).rejects.toMatchObject({ cause: { constraint_name: "debits_repeat_by_person" } });
});

test("a debit that is put off is announced alone, and its part is due on the new day", async () => {
  const { debitOf, goTo, actorNow, plan, mails, collect } = await givenAgreed();
  const before = await debitOf(1);
  await goTo(1, 1);
  const actor = await actorNow();
  await transact(db, actor, (tx) => postponeDebits(tx, actor, [before.id]));
  await collect(mailbox);
  const { collectOn } = await debitOf(1);
  expect(collectOn > before.collectOn).toBe(true);
  expect(await plan()).toMatchObject({ dueOn: collectOn, instalments: { debits: [{ isAnnounced: true }, {}, {}] } });
  expect((await mails()).filter((subject) => subject.startsWith("New date"))).toHaveLength(1);
});

test("an announcement that leaves late moves the days that it no longer leaves in time, and says so", async () => {
  const { agree, jump, collect, debitOf, bodies, plan } = await givenPartsByDebit();
  await agree(3, "debit");
  const before = await debitOf(1);
  await jump(6);
  await collect(mailbox);
  await collect(mailbox);
  const { collectOn } = await debitOf(1);
  expect(collectOn >= addDays(dayAt(new Date()), 20)).toBe(true);
  expect(collectOn > before.collectOn).toBe(true);
  const long = (on: string) => formatDay(on, "en", "long");
  const [agreement = "", ...others] = await bodies();
  expect(others).toEqual([]);
  expect(agreement).toContain(
    `Instalment 1 of 3: €33.34, to be collected by direct debit on ${long(collectOn)} (instead of ${long(before.collectOn)})`,
  );
  expect(agreement.split(long(before.collectOn))).toHaveLength(2);
  expect((await plan())?.dueOn).toBe(collectOn);
});

test("page, PDF and interface show each instalment with its debit", async () => {
  const { page, customer, partner, invoiceId, debitsNow } = await givenAgreed();
  expect((await page()).match(/By direct debit on/g)).toHaveLength(3);
  const { described, reading } = await readingFor({ actor: await customer() });
  expect(
    pdfContents(described, reading)
      .remarks.join("\n")
      .match(/by direct debit on/g)?.length,
  ).toBeGreaterThanOrEqual(3);
  const { instalments, debit } = collectionResource.parse(presentCollection(await describeCollection(db, partner.actor, invoiceId)));
  const days = (await debitsNow()).map(({ collectOn }) => collectOn);
  expect(instalments?.parts.map((part) => part.debit?.collect_on)).toEqual(days);
  expect(debit).toMatchObject({ status: "planned", collect_on: days[0], amount_cents: 3_334 });
});

test("the weeks of an import have instalments by their own days, by transfer and by direct debit", async () => {
  const byDebit = await givenAgreed();
  const byTransfer = await givenInstalments();
  await byTransfer.agree(3);
  for (const { partner, invoice, rows } of [byDebit, byTransfer]) {
    const [plan] = await rows();
    const forecast = await forecastImport(db, partner.actor, invoice.importId);
    expect(forecast?.weeks.filter(({ dueCents }) => dueCents > 0).map(({ monday, dueCents }) => [monday, dueCents])).toEqual(
      plan?.parts.map(({ dueOn, amountCents }) => [weekOf(dueOn), amountCents]),
    );
  }
});

test("the weeks of an import have an amount on top of instalments by direct debit, and what is left to transfers beside one at the bank", async () => {
  const { partner, invoice, invoiceId, goToLastDayForFile, file, actorNow, mandate, collect, page, debitOf, customer } =
    await givenAgreed();
  const sumOfWeeks = async () =>
    (await forecastImport(db, await actorNow(), invoice.importId))?.weeks.reduce((sum, { dueCents }) => sum + dueCents, 0);
  await addAmount(db, partner.actor, invoiceId, 1, { amountCents: 2_000, description: "Boat" });
  expect(await sumOfWeeks()).toBe(12_000);
  const shown = await page();
  expect(shown).toContain("€33.33");
  expect(shown).not.toContain("€53.33");
  expect(shown).toMatch(/\. Please pay €20\.00, which is not part of the direct debits, yourself by \d/);
  expect(shown).not.toContain("You do not need to do anything");
  const { described, reading } = await readingFor({ actor: await customer() });
  expect(pdfContents({ ...described, transfer: null }, reading).remarks.at(-1)).toContain("To pay, use the link");
  const { collectOn } = await debitOf(3);
  expect(shown).toMatch(
    new RegExp(
      `Not part of the direct debits \\(such as an amount added later\\), please pay this yourself<small>Due by ${formatDay(collectOn, "en", "long")}</small></span><span>€20\\.00`,
    ),
  );
  await goToLastDayForFile(1);
  await file();
  await withdrawMandate(db, partner.actor, (await mandate())?.id ?? "");
  await collect(mailbox);
  expect(await sumOfWeeks()).toBe(12_000);
});

test("the database refuses a debit of the whole amount beside one of an instalment", async () => {
  const { partner, invoiceId, debitOf } = await givenAgreed();
  const { id } = await debitOf(1);
  const whole = sql`insert into payments (partner_id, id, invoice_id, method, status, amount_cents, created_at, debit_id)
    values (${partner.id}, ${newId()}, ${invoiceId}, 'sdd', 'scheduled', 100, now(), ${id})`;
  await expect(db.execute(whole)).rejects.toMatchObject({ cause: { constraint_name: "payments_debited_whole_or_in_parts" } });
});

test("erasing a customer erases the words of the agreement, which name them", async () => {
  const { partner, invoiceId, collect, states } = await givenAgreed();
  await creditAmount(db, partner.actor, invoiceId, null, { amountCents: 10_000, description: "Waived" });
  await collect(mailbox);
  expect(await states()).toEqual(allOut);
  const [erased] = await db.execute(sql`select erase_invoices(${partner.id}, array[${invoiceId}]::text[]) as count`);
  expect(Number(erased?.count)).toBe(1);
  const [plan] = await db.select().from(instalmentPlans).where(eq(instalmentPlans.invoiceId, invoiceId));
  expect(plan?.text).toBe("—");
  expect(await db.select({ key: debits.customerKey }).from(debits).where(eq(debits.partnerId, partner.id))).toEqual([
    { key: "—" },
    { key: "—" },
    { key: "—" },
  ]);
});
