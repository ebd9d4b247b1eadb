import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { debitFiles } from "@/db/schema/debit-files";
import { addAmount } from "@/server/billing/collection/add-amount";
import { restDueOn } from "@/server/billing/collection/rest-of-debit";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { startPayment } from "@/server/billing/payments/start-payment";
import { findCustomer } from "@/server/customer-page/find-customer";
import { addWorkingDays } from "@/server/domain/banking/bank-days";
import { addDays } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { secretOf } from "@/server/testing/given-customer";
import { givenDebits } from "@/server/testing/given-debit";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { pdfContents } from "./pdf-contents";

const mailbox = { kind: "mailbox" } as const;

/** The page of an invoice of 45.00 whose debit was announced. */
async function given(options: Parameters<typeof givenDebits>[0] = {}) {
  const world = await givenDebits(options);
  await world.collect(mailbox);
  const secret = secretOf(await customerLink(db, world.partner.actor, world.invoice.id));
  const actor = await findCustomer(db, secret, null);
  if (!actor) throw new Error("The link opens nothing");
  const [debit] = await world.debits();
  if (!debit) throw new Error("Nothing was planned");
  const pageAt = async (clockOffsetMs: number) =>
    (await customerPageOf({ secret, actor: { ...actor, clockOffsetMs } })).replaceAll("\u00a0", " ");
  const page = () => pageAt(actor.clockOffsetMs);
  const pageOn = (on: string) => pageAt(Date.parse(`${on}T11:00:00Z`) - Date.now());
  return { ...world, actor, debit, page, pageOn, day: formatDay(debit.collectOn, "en", "long"), end: world.mandate?.iban.slice(-4) };
}

test("the page says what will be debited, when and from which account; other ways to pay are out of sight", async () => {
  const { page, day, end } = await given();
  const shown = await page();
  expect(shown).toContain(
    `€45.00 will be collected by direct debit on ${day} from the account of Ada Brandsma (IBAN ending in ${end}). You do not need to do anything.`,
  );
  expect(shown).toMatch(/<details><summary>I would rather pay another way<\/summary>[\s\S]*nothing is debited[\s\S]*name="method"/);
  expect(shown).not.toContain('class="pay-bar"');
  expect(shown).toContain("The announced direct debit will then not take place.");
  expect(shown).not.toContain("Due by");
  expect(shown).not.toContain("If it is not paid");
});

test("while the bank may have it, nothing else can be paid, on the page or by a request", async () => {
  const { page, day, debit, actor, invoice } = await given();
  await givenFileOf(debit);
  const shown = await page();
  expect(shown).toContain(`€45.00 is being collected by direct debit on ${day}`);
  expect(shown).toContain("Please do not pay a second time.");
  expect(shown).toContain("The bank may already have the direct debit, so it can still take place.");
  expect(shown).not.toContain('name="method"');
  expect(shown).not.toContain("I would rather pay another way");
  await expect(startPayment(db, actor, invoice.id, { method: "ideal", returnUrl: null })).rejects.toMatchObject({
    code: "payment_in_progress",
  });
});

test("once its bank days are over without an answer, the page says that the debit is not confirmed, and still asks for nothing", async () => {
  const { pageOn, day, debit, end } = await given();
  const fileId = await givenFileOf(debit);
  await db.update(debitFiles).set({ handedOutAt: new Date() }).where(eq(debitFiles.id, fileId));
  const answeredUntil = addWorkingDays(debit.collectOn, 5, "target");
  expect(await pageOn(answeredUntil)).toContain("is being collected by direct debit");
  const shown = await pageOn(addDays(answeredUntil, 1));
  expect(shown).toContain(
    `€45.00 was to be collected by direct debit on ${day} from the account of Ada Brandsma (IBAN ending in ${end}). The bank has not confirmed it yet.`,
  );
  expect(shown).not.toMatch(/is being collected|name="method"|Due by/);
});

test("the page says so from the day of the collection if nobody downloaded the file", async () => {
  const { pageOn, debit } = await given();
  await givenFileOf(debit);
  expect(await pageOn(addDays(debit.collectOn, -1))).toContain("is being collected by direct debit");
  expect(await pageOn(debit.collectOn)).toContain("was to be collected by direct debit");
});

test("paying online instead is possible until then, and takes the debit out", async () => {
  const { partner, invoice, collect, debits } = await given();
  const payment = await givenBegunPayment(partner, invoice, "ideal");
  await collect(mailbox);
  expect((await debits()).map(({ status }) => status)).toEqual(["planned"]);
  await payment.decide("pay");
  await payment.follow();
  await collect(mailbox);
  expect((await debits()).map(({ status }) => status)).toEqual(["cancelled"]);
});

test("the PDF names the debit instead of a day to pay by and an account to pay into", async () => {
  const { actor, day } = await given();
  const { described, reading } = await readingFor({ actor });
  const contents = pdfContents(described, reading);
  expect(contents.transfer).toBeNull();
  expect(contents.remarks.join()).toContain("€45.00 will be collected by direct debit");
  expect(contents.remarks.join().replaceAll("\u00a0", " ")).toContain(day);
  expect(contents.facts.join()).not.toContain("Due by");
});

test("beside a rest, the page says how much is not debited and by when it is to be paid, and not that nothing is to be done", async () => {
  const { page, partner, invoice, debit } = await given();
  await addAmount(db, partner.actor, invoice.id, 1, { amountCents: 300, description: "Fee" });
  const shown = await page();
  expect(shown).toContain("€45.00 will be collected by direct debit");
  const day = formatDay(restDueOn(debit.collectOn), "en", "long");
  expect(shown).toContain(`Another €3.00 is not part of this direct debit and is to be paid by ${day}`);
  expect(shown).not.toContain("You do not need to do anything");
});

test("once the mandate is withdrawn, the page says at once that the planned debit does not take place", async () => {
  const { page, partner, mandate } = await given();
  await withdrawMandate(db, partner.actor, mandate?.id ?? "");
  const shown = await page();
  expect(shown).toContain("will not take place, because the mandate has ended");
  expect(shown).toMatch(/<details><summary>Pay now in another way<\/summary><div class="stack">[\s\S]*name="method"/);
  expect(shown).not.toMatch(/will be collected|I would rather pay another way|nothing is debited|announced direct debit will then/);
});

test("if the mandate is withdrawn while the bank has the debit, the page says that it may still be carried out", async () => {
  const { page, partner, mandate, debit, day, end } = await given();
  await givenFileOf(debit);
  await withdrawMandate(db, partner.actor, mandate?.id ?? "");
  const shown = await page();
  expect(shown).toContain(
    `The bank already has the direct debit of €45.00 on ${day} from the account of Ada Brandsma (IBAN ending in ${end}), so it may still be carried out although the mandate was withdrawn.`,
  );
  expect(shown).not.toMatch(/is being collected|name="method"/);
});

test("a debit for several invoices is named with its whole sum, and with what it collects of this one; an objection stops only that", async () => {
  const { page, day, debit, end } = await given({ invoices: [{}, { amountCents: 6_250 }] });
  const announced = await page();
  expect(announced).toContain(
    `€107.50 will be collected by direct debit on ${day} from the account of Ada Brandsma (IBAN ending in ${end}).`,
  );
  expect(announced).toContain("It is one direct debit for several invoices: €45.00 of it is for this invoice.");
  expect(announced).toContain("This invoice will then not be part of the announced direct debit.");
  await givenFileOf(debit);
  expect(await page()).toContain(`€107.50 is being collected by direct debit on ${day}`);
});
