import type { Page } from "@playwright/test";
import { only } from "@/db/rows";
import { addDays, daysFrom } from "@/server/domain/formats/calendar";
import {
  actorOf,
  findLinks,
  givenDebitYear,
  mandateList,
  type Name,
  names,
  playedBy,
  todayOf,
  transfer,
  workLeft,
} from "@/server/testing/debit-year";
import { type DebitFate, filesOfDay, takeDebitFile } from "@/server/testing/whole-year/bank";
import { type Books, readBooks, totalOf } from "@/server/testing/whole-year/books";
import { faultsOfDay } from "@/server/testing/whole-year/check-day";
import { faultsOfPlan } from "@/server/testing/whole-year/check-plan";
import { type Look, lookAgain } from "@/server/testing/whole-year/look";
import type { Stage } from "@/server/testing/whole-year/stage";
import { BACKGROUND_WORK_MS } from "./background-work";
import * as customer from "./debit-year-customers";
import * as treasurer from "./debit-year-treasurer";
import { givenStaff, signInAs } from "./given";
import { expect, test } from "./test";

/** A day's end: the rows, and what the interface tells of each invoice. */
interface Evening {
  books: Books;
  looks: ReadonlyMap<string, Look>;
}

test("twelve customers and their treasurer: mandates, debits, instalments, a promise and the bank's answers; each day both sides tell the same, and nobody is asked twice", async ({
  page,
  browser,
}, { project }) => {
  test.slow();
  const { stage, importId, company } = await givenDebitYear();
  const by = (name: Name) => playedBy(stage, name);
  await signInAs(page, await givenStaff(stage.partner));
  const { colorScheme, locale, timezoneId } = project.use;
  const phones = await browser.newContext({ colorScheme, locale, timezoneId, viewport: { width: 390, height: 780 } });
  const phone = await phones.newPage();
  const goOnTo = async (day: string, evening: Evening) => {
    const next = await passNight(page, stage, day, evening);
    await treasurer.uploadFiles(page, filesOfDay(stage.bank, day));
    return next;
  };
  const bring = async (count: number, fateOf: (iban: string) => DebitFate) => {
    await untilQuiet(stage);
    const contents = await treasurer.bringDebits(page, company.id, count);
    takeDebitFile(stage.bank, contents, await todayOf(stage), ({ iban }) => fateOf(iban));
  };
  const pay = async (name: Name) => transfer(stage, name, await customer.readTransfer(phone, by(name)));
  const firstDay = await todayOf(stage);

  await treasurer.uploadMandates(page, company.id, mandateList(stage, addDays(firstDay, -100)));
  await treasurer.transmit(page, importId);
  await findLinks(stage);
  for (const name of ["Ada", "Bo"] as const) await customer.giveMandate(phone, by(name));
  let evening = await endDay(page, stage);

  // A debit is announced to customers with a mandate, and the others are asked.
  evening = await goOnTo(addDays(firstDay, 1), evening);
  await customer.agreeToInstalments(phone, by("Hanna"), "transfer");
  const promisedOn = await customer.promiseLastDay(phone, by("Iris"));
  await customer.payAtSimulatedBank(phone, by("Jan"));
  await pay("Kim");
  await customer.ask(phone, by("Lea"), "Is this for the whole year?");
  evening = await endDay(page, stage);

  evening = await goOnTo(addDays(firstDay, 2), evening);
  await customer.withdrawMandate(phone, by("Fay"));
  await customer.agreeToInstalments(phone, by("Gus"), "debit");
  await bring(6, (iban) => {
    if (iban === by("Dora").iban) return { kind: "rejected", code: "AM04" };
    return iban === by("Emil").iban ? { kind: "returned", code: "MD06" } : { kind: "booked" };
  });
  await treasurer.answer(page, by("Lea"), "Yes, until December.");
  evening = await endDay(page, stage);

  // The bank rejects a debit for want of money, so it may be collected once more.
  evening = await goOnTo(only(stage.bank.reports).on, evening);
  await customer.readAnswer(phone, by("Lea"), "Yes, until December.");
  for (const name of ["Fay", "Hanna", "Lea"] as const) await pay(name);
  await treasurer.collectOnceMore(page, by("Dora"));
  await bring(1, () => ({ kind: "booked" }));
  evening = await endDay(page, stage);

  evening = await goOnTo(comingFrom(stage, by("Ada").iban), evening);
  await pay("Iris");
  expect(comingFrom(stage, by("Iris").iban) <= promisedOn, "Iris pays by the day that she promised").toBe(true);
  evening = await endDay(page, stage);

  // A payer wants the money of a debit back, so it may not be collected once more.
  evening = await goOnTo(comingFrom(stage), evening);
  await treasurer.cannotCollectOnceMore(page, by("Emil"));
  await pay("Emil");
  evening = await endDay(page, stage);

  evening = await goOnTo(comingFrom(stage), evening);
  evening = await endDay(page, stage);

  // The second instalments. The bank wants the file some bank days before, also at Easter.
  const secondOn = ["Gus", "Hanna"].map((name) => secondPartOf(evening, name as Name)).sort();
  evening = await goOnTo(addDays(secondOn[0] ?? "", -9), evening);
  await bring(1, () => ({ kind: "booked" }));
  await pay("Hanna");
  evening = await endDay(page, stage);

  evening = await goOnTo(comingFrom(stage), evening);
  evening = await endDay(page, stage);

  expect(linesOf(evening)).toEqual({
    Ada: ["PAYMENT-LINE sdd"],
    Bo: ["PAYMENT-LINE sdd"],
    Cleo: ["PAYMENT-LINE sdd"],
    Dora: ["PAYMENT-LINE sdd"],
    Emil: [
      ...["PAYMENT-LINE sdd", "CHARGEBACK-LINE", "CHARGEBACK-FEE-LINE"],
      ...["CHARGEBACK-FEE-PAYMENT-LINE", "PAYMENT-LINE bank_transfer"],
    ],
    Fay: ["PAYMENT-LINE bank_transfer"],
    Gus: ["PAYMENT-LINE sdd", "PAYMENT-LINE sdd"],
    Hanna: [
      ...["INSTALLMENT-FEE-LINE", "INSTALLMENT-FEE-PAYMENT-LINE bank_transfer"],
      ...["PAYMENT-LINE bank_transfer", "PAYMENT-LINE bank_transfer"],
    ],
    Iris: ["PAYMENT-LINE bank_transfer"],
    Jan: ["PAYMENT-LINE ideal"],
    Kim: ["PAYMENT-LINE bank_transfer"],
    Lea: ["PAYMENT-LINE bank_transfer"],
  });
  expect(evening.books.accounts.map(({ lines }) => totalOf(lines))).toEqual(names.map(() => 0));
  const named = await mailsNamingAccount(page, stage, evening);
  expect(named.filter(({ isDebited }) => isDebited)).toEqual([]);
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(["Fay", "Iris", "Kim", "Lea"]));
  expect(named.map(({ name }) => name)).not.toContain("Ada");
  await phones.close();
});

/** Waits until the service's background has done all that is due. */
async function untilQuiet(stage: Stage): Promise<void> {
  await expect.poll(() => workLeft(stage), { timeout: 4 * BACKGROUND_WORK_MS }).toEqual([]);
}

/** Moves the clock to a day. On the way, only that happens which the interface told the evening before. */
async function passNight(page: Page, stage: Stage, day: string, { books, looks }: Evening): Promise<Evening> {
  await treasurer.moveClock(page, daysFrom(await todayOf(stage), day));
  await expect.poll(() => todayOf(stage), { timeout: 4 * BACKGROUND_WORK_MS }).toBe(day);
  await untilQuiet(stage);
  const after = await readBooks(stage);
  expect(faultsOfPlan(books, after, looks, await actorOf(stage.partner)), `the night before ${day}`).toEqual([]);
  return { books: after, looks };
}

/** Compares both sides, the books, the plans and the bank at the end of a day. */
async function endDay(page: Page, stage: Stage): Promise<Evening> {
  await untilQuiet(stage);
  const actor = await actorOf(stage.partner);
  const books = await readBooks(stage);
  const looks = await lookAgain(actor, books, new Map());
  const day = await todayOf(stage);
  expect(await faultsOfDay(stage, actor, books, looks), day).toEqual([]);
  const owed = books.accounts.map(({ lines }) => totalOf(lines));
  expect(await toldBy(page, stage), day).toEqual({ customers: owed, portal: owed });
  return { books, looks };
}

/** Reads the outstanding amounts that the customers' pages and the invoices' pages in the portal tell, in cents. */
async function toldBy(page: Page, stage: Stage): Promise<{ customers: number[]; portal: number[] }> {
  const addresses = stage.invoices.map(({ secret, invoiceId }) => [`/i/${secret}`, `/invoices/${invoiceId}`] as const);
  const told = await page.evaluate(async (all) => {
    const read = async (address: string, place: string) => {
      const drawn = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
      return [...drawn.querySelectorAll(place)].map(({ textContent }) => textContent);
    };
    return Promise.all(
      all.map(async ([ofCustomer, ofInvoice]) => ({
        customer: await read(ofCustomer, "li.sum .total"),
        portal: await read(ofInvoice, "tfoot td:last-child"),
      })),
    );
  }, addresses);
  // A page with instalments has the sum twice.
  const sumIn = (sums: (string | null)[]) => only([...new Set(sums)].map(customer.centsIn));
  return { customers: told.map((each) => sumIn(each.customer)), portal: told.map((each) => sumIn(each.portal)) };
}

/** Returns the last day on which the bank books something that it knows of now, from this payer or from anybody. */
function comingFrom({ bank }: Stage, payer?: string): string {
  const days = bank.coming.filter(({ entry }) => !payer || entry.iban === payer).map(({ on }) => on);
  return days.sort().at(-1) ?? "";
}

function secondPartOf({ books }: Evening, name: Name): string {
  return books.accounts[names.indexOf(name)]?.plan?.parts.at(-1)?.dueOn ?? "";
}

/** Returns the types of each customer's lines after the first, with the method of payment. */
function linesOf({ books }: Evening): Record<string, string[]> {
  return Object.fromEntries(
    books.accounts.map(({ played, lines }) => [
      names[played.index],
      lines.slice(1).map(({ type, paymentMethod }) => [type, paymentMethod].filter(Boolean).join(" ")),
    ]),
  );
}

/** Returns the mails that name the club's account, and whether a debit of the invoice was planned or at the bank when they were sent. */
async function mailsNamingAccount(page: Page, { partner, invoices }: Stage, { books }: Evening) {
  const headers = { Authorization: `ApiKey ${partner.apiKey}` };
  const found: { name: string | undefined; kind: string; date: string; isDebited: boolean }[] = [];
  for (const { invoiceId, index, of } of invoices) {
    const payments = books.accounts[index]?.payments ?? [];
    const answer = await page.request.get(`/api/v2/invoices/${invoiceId}/simulated_mails`, { headers });
    const { mails }: { mails: { kind: string; text: string; date: string }[] } = await answer.json();
    expect(mails.length).toBeGreaterThan(0);
    for (const { kind, text, date } of mails) {
      const at = new Date(date);
      const isDebited = payments.some(({ debitId, createdAt, endedAt }) => debitId && createdAt <= at && !(endedAt && endedAt <= at));
      if (text.replaceAll(/\s/g, "").includes(of.iban)) found.push({ name: names[index], kind, date, isDebited });
    }
  }
  return found;
}
