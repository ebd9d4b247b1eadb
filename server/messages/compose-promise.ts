import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import { type Hold, holds } from "@/db/schema/holds";
import type { Actor } from "@/server/actor";
import { describeTransfer } from "@/server/bank/transfers/describe-transfer";
import { codeOf } from "@/server/bank/transfers/transfer-code";
import { isCollected } from "@/server/billing/collection/plan";
import { findPromise } from "@/server/billing/invoices/find-promise";
import { dayAt } from "@/server/domain/formats/calendar";
import { DAY_PROMISED, PROMISE_WITHDRAWN } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { holdsOn } from "@/server/domain/rules/holds";
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
 * is to be paid any more, or the pause that the message is about is over or was replaced.
 */
export async function composePromise(
  db: Database,
  actor: Actor,
  message: PromiseMessage,
  { found, collected, now }: Pick<Asked, "found" | "collected" | "now">,
): Promise<Said | "never"> {
  const hold = await findPause(db, message);
  if (!hold?.until || hold.endedAt || !holdsOn(hold, dayAt(now)) || !isCollected(collected)) return "never";
  if (message.kind === PROMISE_WITHDRAWN) return sayWithdrawn(db, actor, message, found, hold.until);
  if (!hold.promisedOn) return "never";
  const say = sayInMessage[found.invoice.locale];
  const values = { ...common(found), date: dayOf(found, hold.promisedOn) };
  return {
    subject: say(`subject.${DAY_PROMISED}`, values),
    opening: say(`opening.${DAY_PROMISED}`, values),
    details: hold.reason.split("\n\n"),
    facts: numberOf(found, message),
    paragraphs: [],
  };
}

type Pause = Pick<Hold, "until" | "endedAt" | "promisedOn" | "reason">;

async function findPause(db: Database, { partnerId, aboutId }: PromiseMessage): Promise<Pause | undefined> {
  const { until, endedAt, promisedOn, reason } = holds;
  const [found] = await db
    .select({ until, endedAt, promisedOn, reason })
    .from(holds)
    .where(and(eq(holds.partnerId, partnerId), eq(holds.id, aboutId ?? "")));
  return found;
}

/** Asks for the balance by the last day of the pause that takes the promise's place. */
async function sayWithdrawn(db: Database, actor: Actor, message: PromiseMessage, found: Subject, payBy: string): Promise<Said | "never"> {
  const { invoice, company } = found;
  const promise = await findPromise(db, { partnerId: message.partnerId, id: message.invoiceId });
  if (!promise) return "never";
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
