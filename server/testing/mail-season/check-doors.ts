import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { lastArrival } from "@/server/domain/rules/late-fee";
import { unpaidFeeOf, withoutLater } from "./amounts-of";
import { hasOwnFee, type Looked, sentAbout, statementReadOn } from "./look";
import { lastFreeDay } from "./named-days";
import { amountsIn, spellCents, spellDay } from "./spelling";
import type { Stage } from "./stage";
import { failuresOf, faultsOfWords, wordsOf } from "./words";

/** Number of days from the transmission to the due day. */
const DUE_DAYS = 14;

/** Returns the statements of page, PDF, portal and interface that contradict the rows or the newest mail. */
export function faultsOfDoors(looked: Looked, { transmittedAt }: Stage): string[] {
  const { books, collection, page, pdf, portal, region, today, isOwed, isHeld } = looked;
  const dueOn = addDays(dayAt(transmittedAt), DUE_DAYS);
  const named = isOwed ? (sentAbout(looked).findLast(({ payBy }) => payBy)?.payBy ?? null) : null;
  const onPage = wordsOf(page);
  const onPdf = JSON.stringify(pdf);
  const sum = spellCents(Math.abs(books.totalCents), region);
  // After a returned payment, page and PDF show its day instead of an earlier due day.
  const shownDue = portal.plan?.inTimeUntil ?? dueOn;
  const isOverdue = dueOn < today;
  const showsPayBy = isOwed && isOverdue && named !== null && named >= today && !isHeld;
  // The last fact names today, and is no statement about the invoice.
  const facts = pdf.facts.slice(0, -1).join("\n").replaceAll("\u00a0", " ");
  const states = (day: string | null, from: string) => day !== null && from.includes(spellDay(day, region));
  const dueWords = page.match(/<p class="fact[^>]*>[^<]*/g)?.join("\n") ?? "";
  return [
    ...failuresOf([
      ["the portal has another sum", portal.invoice.account.outstandingCents === books.totalCents],
      ["the interface has another sum", collection.outstanding_cents === books.totalCents],
      ["the page does not show the sum", books.totalCents === 0 || onPage.includes(sum)],
      ["the PDF has another sum", pdf.total.amount === sum],
      ["the PDF says something else than the sum beside it", !/\d/.test(pdf.total.words)],
      ["a payment is not one row", pdf.rows.length === rowsOf(books)],
      ["the portal has another due day", !portal.plan || portal.plan.dueOn === dueOn],
      ["the interface has another due day", collection.due_on === dueOn],
      [`the portal's day to pay by is ${portal.plan?.payBy}, not ${named}`, (portal.plan?.payBy ?? null) === named],
      ["the interface has another day to pay by than the newest mail", (collection.pay_by ?? null) === named],
      ["the page does not show the due day", !isOwed || states(shownDue, dueWords)],
      ["the PDF does not show the due day", !isOwed || states(shownDue, facts)],
      [
        "the page shows the day to pay by when it should not, or does not when it should",
        !isOverdue || named === shownDue || states(named, dueWords) === showsPayBy,
      ],
      [
        "the PDF shows the day to pay by when it should not, or does not when it should",
        !isOverdue || named === shownDue || states(named, facts) === showsPayBy,
      ],
      ["the interface says that an invoice is overdue that is not, or the reverse", collection.days_overdue > 0 === (isOwed && isOverdue)],
    ]),
    ...faultsOfFee(looked, onPage),
    ...faultsOfRelief(looked, onPage, onPdf),
    ...untrueAmounts(looked, onPage).map((amount) => `the page names ${amount}`),
    ...faultsOfWords(onPage, region).map((fault) => `page: ${fault}`),
    ...faultsOfWords(onPdf, region).map((fault) => `PDF: ${fault}`),
  ];
}

/** Returns the number of rows of an account. A payment is one row, although it has a line for each fee that it pays. */
function rowsOf({ lines }: Looked["books"]): number {
  return new Set(lines.map(({ id, paymentId, amountCents }) => (amountCents < 0 && paymentId) || id)).size;
}

/**
 * Returns the faults about the coming fee, on this or another invoice of the household. Page and interface state the fee with its last free
 * day. The last free day of the invoice's own fee is the day that the mails named, unless a pause ends later.
 */
function faultsOfFee(looked: Looked, onPage: string): string[] {
  const { books, fee, page, region, collection } = looked;
  const named = sentAbout(looked)
    .flatMap(({ graceUntil }) => graceUntil ?? [])
    .sort()
    .at(-1);
  const listed = /<ol class="steps">[\s\S]*?<\/ol>/.exec(page)?.[0] ?? "";
  const stated = collection.late_fee ?? undefined;
  const namedAt = sentAbout(looked).find(({ graceUntil }) => graceUntil)?.createdAt;
  const isAdded = ({ type, date }: (typeof books.lines)[number]) => type === "INVOICE-LINE" && namedAt !== undefined && date > namedAt;
  const added = books.lines.reduce((cents, line) => (isAdded(line) ? cents + line.amountCents : cents), 0);
  const isListed =
    fee &&
    listed.includes(`datetime="${fee.chargedOn}"`) &&
    listed.includes(spellDay(fee.until, region)) &&
    onPage.includes(spellCents(fee.cents, region));
  const ownFee = hasOwnFee(looked) ? fee : undefined;
  const isAsNamed = named === undefined || fee?.until === named;
  const namesUnpaidPart = listed.includes(spellCents(books.totalCents - added, region));
  return failuresOf([
    ["the page does not list the coming fee", !fee || isListed === true],
    ["the fee comes before the statement of a transfer in time can be read", !fee || fee.chargedOn >= statementReadOn(fee.until)],
    ["the page does not say which part avoids the coming fee", !ownFee || added === 0 || namesUnpaidPart],
    [
      "the interface has another fee",
      stated?.amount_cents === fee?.cents && stated?.free_until === fee?.until && stated?.invoice_id === fee?.on,
    ],
    [`the plan has the fee after ${fee?.until}, the mails said ${named}`, !ownFee || isAsNamed || wasPaused(looked)],
  ]);
}

/** Returns a fault if page or PDF do not say until when a transfer takes the charged fee off again, unless the account has moved since. */
function faultsOfRelief(looked: Looked, onPage: string, onPdf: string): string[] {
  const { books, played, region, today, isOwed } = looked;
  const last = lastFreeDay(looked);
  if (!isOwed || !played.club.bank || !last || unpaidFeeOf(looked) === 0) return [];
  const arrival = lastArrival(last);
  const isMoved = books.lines.some(({ type, date }) => /PAYMENT-LINE$|^CHARGEBACK|^CREDIT/.test(type) && dayAt(date) > last);
  const day = spellDay(arrival, region);
  if (isMoved || arrival < today) return [];
  return failuresOf([
    ["the page does not say until when a transfer takes the fee off again", onPage.includes(day)],
    ["the PDF does not say until when a transfer takes the fee off again", onPdf.replaceAll("\u00a0", " ").includes(day)],
  ]);
}

/** Whether a pause lasted beyond the days of grace. They start again after it, and the next reminder names the new last day. */
function wasPaused({ played }: Looked): boolean {
  return played.billed.script === "pausedBeyondFee";
}

/** Returns the amounts on the page that are not amounts of the rows, or sums of them. */
function untrueAmounts(looked: Looked, onPage: string): string[] {
  const { books, household, alsoOpen, fee, portal, region } = looked;
  const { lines, payments, refunds, totalCents } = books;
  // The invoice's own fee is listed until it is charged, also after its last free day.
  const coming = portal.plan?.items.flatMap((item) => (item.kind === "late_payment_fee" ? [item.amountCents] : [])) ?? [];
  const paid = lines.filter(({ amountCents }) => amountCents < 0).reduce((sum, { amountCents }) => sum - amountCents, 0);
  const all = [
    totalCents,
    paid,
    fee?.cents ?? 0,
    ...coming,
    household?.outstandingCents ?? 0,
    ...[...lines, ...payments, ...refunds].map(({ amountCents }) => amountCents),
    ...[...(household?.invoices ?? []), ...alsoOpen].map(({ outstandingCents }) => outstandingCents),
  ];
  all.push(...withoutLater(looked));
  const known = new Set(all.map((cents) => spellCents(Math.abs(cents), region)));
  return amountsIn(onPage).filter((amount) => !known.has(amount.replaceAll(/[−-]\u00a0?/g, "")) && !known.has(amount.replaceAll("−", "")));
}
