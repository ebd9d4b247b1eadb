import { and, asc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import { holds } from "@/db/schema/holds";
import { householdMembers } from "@/db/schema/households";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { describeTransfer } from "@/server/bank/transfers/describe-transfer";
import { codeOf } from "@/server/bank/transfers/transfer-code";
import { quietUntil } from "@/server/billing/collection/earliest-demand";
import { runningPlan } from "@/server/billing/collection/planned-instalments";
import { isReturnedLately } from "@/server/billing/collection/returned-payment";
import { isDebited } from "@/server/billing/collection/to-be-debited";
import { findOpenHold } from "@/server/billing/invoices/find-hold";
import { findPromise, type StoredPromise } from "@/server/billing/invoices/find-promise";
import { dayAt, laterDay } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { DAY_PROMISED, PROMISE_WITHDRAWN } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import type { Asked } from "./compose-request";
import { dayOf, money, numberOf, type Subject, thingOf } from "./message-subject";
import type { Said } from "./said";
import { sayInMessage } from "./say-in-message";
import { transferFacts } from "./transfer-facts";

const kinds = [DAY_PROMISED, PROMISE_WITHDRAWN] as const;

type PromiseMessage = OutgoingMessage & { kind: (typeof kinds)[number] };

export function isAboutPromise(message: OutgoingMessage): message is PromiseMessage {
  return kinds.some((kind) => kind === message.kind);
}

/**
 * Composes the confirmation of a promise, in the words that the customer was shown, or the news that staff have withdrawn it. `never`: nothing
 * is to be paid any more, the pause of which it tells is over, or the promise that it confirms was withdrawn. `soon` and `later`: as for a
 * request, while nothing may be demanded.
 */
export async function composePromise(
  db: Database,
  actor: Actor,
  message: PromiseMessage,
  { found, collected, now }: Pick<Asked, "found" | "collected" | "now">,
): Promise<Said | "soon" | "later" | "never"> {
  const promise = await findPromise(db, { partnerId: message.partnerId, id: message.invoiceId });
  const isOwed = !collected.retractedAt && collected.hasEmail && sumOf(collected.lines) > 0;
  if (!promise || !isOwed || promise.pause.until < dayAt(now)) return "never";
  if (message.kind === PROMISE_WITHDRAWN) return composeWithdrawn(db, actor, message, { found, collected, now, promise });
  if (promise.isWithdrawn) return "never";
  if (collected.isPaymentInProgress) return "later";
  return sayPromised(found, message, promise, await findPromised(db, message, promise));
}

/** Returns the company's own numbers of the invoices that a promise covers, in recorded order. */
async function findPromised(db: Database, message: PromiseMessage, { promisedOn, reason }: StoredPromise): Promise<string[]> {
  const { partnerId, invoiceId } = message;
  const own = alias(householdMembers, "own");
  const ofHousehold = db
    .select({ id: householdMembers.invoiceId })
    .from(householdMembers)
    .innerJoin(own, and(eq(own.partnerId, householdMembers.partnerId), eq(own.leadInvoiceId, householdMembers.leadInvoiceId)))
    .where(and(eq(own.partnerId, partnerId), eq(own.invoiceId, invoiceId)));
  // The invoices that a promise covers have its words.
  const found = await db
    .select({ number: invoices.externalInvoiceNumber })
    .from(holds)
    .innerJoin(invoices, and(eq(invoices.partnerId, holds.partnerId), eq(invoices.id, holds.invoiceId)))
    .where(
      and(
        eq(holds.partnerId, partnerId),
        inArray(holds.invoiceId, ofHousehold),
        eq(holds.promisedOn, promisedOn),
        eq(holds.reason, reason),
      ),
    )
    .groupBy(invoices.invoiceNumber, invoices.externalInvoiceNumber)
    .orderBy(asc(invoices.invoiceNumber));
  return found.map(({ number }) => number);
}

function sayPromised(found: Subject, message: PromiseMessage, { promisedOn, reason }: StoredPromise, covered: string[]): Said {
  const say = sayInMessage[found.invoice.locale];
  const what = covered.length > 1 ? "several" : "one";
  const values = { ...common(found), date: dayOf(found, promisedOn), what, numbers: covered.join(", ") };
  return {
    subject: say(`subject.${DAY_PROMISED}`, values),
    opening: say(`opening.${DAY_PROMISED}`, values),
    details: reason.split("\n\n"),
    facts: numberOf(found, message),
    paragraphs: [],
  };
}

interface Withdrawn extends Pick<Asked, "found" | "collected" | "now"> {
  promise: StoredPromise;
}

/**
 * Asks for the balance. Only says that the promise is withdrawn while the invoice is not asked for, because it is stopped, disputed, debited or
 * paid in parts.
 */
async function composeWithdrawn(
  db: Database,
  actor: Actor,
  message: PromiseMessage,
  { found, collected, now, promise }: Withdrawn,
): Promise<Said | "soon" | "later"> {
  const open = await findOpenHold(db, { partnerId: message.partnerId, id: message.invoiceId });
  const isHeldOpenEnded = open !== undefined && open.until === null;
  if (isHeldOpenEnded || isDebited(collected, now) || runningPlan(collected, now)) return sayOnlyWithdrawn(found, message, promise);
  if (!collected.isDeskRanked) return "soon";
  const isAtDesk = collected.hold !== null && collected.hold.until === null;
  const quiet = quietUntil(collected);
  const isQuiet = quiet !== undefined && quiet > now;
  const mayBePaid = collected.isPaymentInProgress || isAtDesk;
  if (mayBePaid || isQuiet || isReturnedLately(collected, dayAt(now))) return "later";
  return sayWithdrawn(db, actor, message, { found, promise, payBy: laterDay(promise.pause.until, collected.hold?.until ?? "") });
}

function sayOnlyWithdrawn(found: Subject, message: PromiseMessage, { promisedOn }: StoredPromise): Said {
  const say = sayInMessage[found.invoice.locale];
  const values = { ...common(found), date: dayOf(found, promisedOn) };
  return {
    subject: say("promise.withdrawnSubject", values),
    opening: say("promise.withdrawn", values),
    facts: numberOf(found, message),
    paragraphs: [],
  };
}

/** Asks for the balance by the last day of the pause that takes the promise's place, or of a longer one. */
async function sayWithdrawn(
  db: Database,
  actor: Actor,
  message: PromiseMessage,
  { found, promise, payBy }: { found: Subject; promise: StoredPromise; payBy: string },
): Promise<Said> {
  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const amount = money(invoice.amountTotalCents, found);
  const values = { ...common(found), date: dayOf(found, promise.promisedOn), amount, payBy: dayOf(found, payBy) };
  const transfer = await describeTransfer(db, actor, invoice);
  return {
    subject: say(`subject.${PROMISE_WITHDRAWN}`, values),
    opening: say(`opening.${PROMISE_WITHDRAWN}`, values),
    facts: [
      ...numberOf(found, message),
      [say("facts.amount"), amount],
      [say("facts.payBy"), values.payBy],
      ...transferFacts(found, transfer),
    ],
    label: say("pay", { amount }),
    code: codeOf({ invoice: { ...invoice, customerName: formatCustomerName(invoice), companyCountryCode: company.countryCode }, transfer }),
    paragraphs: [],
    payBy,
  };
}

const common = (found: Subject) => ({
  company: found.company.name,
  number: found.invoice.externalInvoiceNumber,
  thing: thingOf(found),
});
