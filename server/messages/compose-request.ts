import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { describeTransfer, type Transfer } from "@/server/bank/transfers/describe-transfer";
import { codeOf } from "@/server/bank/transfers/transfer-code";
import type { CollectedRow } from "@/server/billing/collection/collected-invoices";
import { type CollectedInvoice, dueOnOf, feeAhead, isAsked, isCollected, isHeld, quietUntil } from "@/server/billing/collection/plan";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { sumOutstanding } from "@/server/billing/households/household";
import { groupIban } from "@/server/domain/banking/group-iban";
import { dayAt } from "@/server/domain/formats/calendar";
import { isReminder, type MessageKind } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { lineKinds } from "@/server/domain/rules/line-types";
import { askedAt, findHouseholdMessage, type HouseholdMessage, type IncludedMember } from "./household-message";
import type { IncludedInvoice } from "./included-invoices";
import type { MailContent } from "./mail";
import { dayOf, money, numbersOf, type Subject } from "./message-subject";
import type { Said } from "./said";
import { sayInMessage } from "./say-in-message";

type Asking = OutgoingMessage & { kind: MessageKind };

/**
 * Composes a request or a reminder, including the invoices that are asked for together; or returns why it is not sent, as `composeMessage`
 * does.
 */
export async function composeRequest(
  db: Database,
  actor: Actor,
  message: Asking,
  { found, collected, now }: { found: Subject; collected: CollectedRow; now: Date },
): Promise<Said | "soon" | "later" | "never"> {
  const { kind } = message;
  if (!collected.isDeskRanked) return "soon";
  if (isHeld(collected, now)) return "never";
  if (!isCollected(collected)) return isCollected({ ...collected, isPaymentInProgress: false }) ? "later" : "never";
  const quiet = quietUntil(collected);
  if (quiet && quiet > now) return "later";
  const dueOn = dueOnOf(askedAt(collected, message, now), now);
  if (!isReminder(kind) && dueOn < dayAt(now)) return "never";
  const together = found.isInHousehold ? await findHouseholdMessage(db, actor, message, now) : null;
  if (together === "soon") return "soon";
  const ahead = isReminder(kind) ? feeAhead(collected, message, now) : undefined;
  const members = together?.members ?? [];
  const { facts, ...words } = together ? sayTogether(found, message, dueOn, together) : sayAlone(found, message, dueOn);
  const transfer = await describeTransfer(db, actor, together ? { ...found.invoice, ...asOne(found, together) } : found.invoice);
  return {
    ...words,
    others: await linksTo(db, actor, found, members),
    facts: [...facts, ...transferOf(found, transfer)],
    paragraphs: [
      ...feesOf(found, [collected, ...members.map((each) => each.collected)], [ahead, ...members.map((each) => each.feeAhead)]),
      found.personalNote ?? "",
    ],
    code: codeOf({
      invoice: { ...found.invoice, customerName: formatCustomerName(found.invoice), companyCountryCode: found.company.countryCode },
      transfer,
    }),
    dueOn: isAsked(collected) || isReminder(kind) ? null : dueOn,
    graceUntil: ahead?.graceUntil ?? null,
    included: members.map(asIncluded),
  };
}

function asIncluded({ invoice, collected, round, dueOn, isNew, feeAhead }: IncludedMember): IncludedInvoice {
  const { id: invoiceId, customerEmail, outstandingCents } = invoice;
  const graceUntil = feeAhead?.graceUntil ?? null;
  const about = { kind: "asked", round, dueOn: isNew ? dueOn : null, graceUntil, hasEmail: collected.hasEmail } as const;
  return { invoiceId, customerEmail, outstandingCents, about };
}

type Wording = Pick<Said, "subject" | "opening" | "facts" | "label">;

function sayAlone(found: Subject, message: Asking, dueOn: string): Wording {
  const say = sayInMessage[found.invoice.locale];
  const owed = owedOf(found, dueOn);
  return {
    subject: say(`subject.${message.kind}`, owed),
    opening: say(`opening.${message.kind}`, owed),
    facts: [...numbersOf(found, message), [say("facts.amount"), owed.amount], [say("facts.due"), owed.due]],
  };
}

/** Lists everything that a household is asked for, in the order in which it was recorded. */
function sayTogether(found: Subject, { kind }: Asking, dueOn: string, { members }: HouseholdMessage): Wording {
  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const own = { ...invoice, customerName: formatCustomerName(invoice), outstandingCents: invoice.amountTotalCents, dueOn };
  const all = [own, ...members.map((member) => ({ ...member.invoice, dueOn: member.dueOn }))];
  const amount = money(sumOutstanding(all), found);
  const about = { company: company.name, count: String(all.length), amount };
  const listed = all
    .sort((one, other) => one.invoiceNumber - other.invoiceNumber)
    .map((each): [string, string] => [
      say("together.each", { number: each.externalInvoiceNumber, name: each.customerName }),
      say("together.eachDue", { amount: money(each.outstandingCents, found), due: dayOf(found, each.dueOn) }),
    ]);
  return {
    subject: say(`together.subject.${kind}`, about),
    opening: say(`together.opening.${kind}`, about),
    facts: [...listed, [say("together.sum"), amount]],
    label: say("together.open"),
  };
}

/**
 * Links to the other invoices' pages. They are only in the mail, never on a page, because a mail goes to the customer's current address.
 */
function linksTo(db: Database, actor: Actor, { invoice }: Subject, members: IncludedMember[]): Promise<MailContent["others"]> {
  const say = sayInMessage[invoice.locale];
  return Promise.all(
    members.map(async ({ invoice: { id, externalInvoiceNumber: number, customerName: name } }) => ({
      label: say("together.each", { number, name }),
      url: await customerLink(db, actor, id),
    })),
  );
}

/** Returns the household's sum under its one reference. */
function asOne({ invoice }: Subject, { leadNumber, members }: HouseholdMessage) {
  const cents = invoice.amountTotalCents + sumOutstanding(members.map((member) => member.invoice));
  return { invoiceNumber: leadNumber, amountTotalCents: cents };
}

/** Returns the account to transfer to, and the reference. */
function transferOf({ invoice }: Subject, transfer: Transfer | null): MailContent["facts"] {
  if (!transfer) return [];
  const say = sayInMessage[invoice.locale];
  return [
    [say("facts.transferTo"), transfer.holder],
    ["IBAN", groupIban(transfer.iban)],
    [say("facts.transferReference"), transfer.reference.shown],
  ];
}

/** Returns the late-payment fees charged and coming, over all invoices asked for. */
function feesOf(found: Subject, collected: CollectedInvoice[], ahead: IncludedMember["feeAhead"][]): string[] {
  const say = sayInMessage[found.invoice.locale];
  const chargedCents = collected.reduce((sum, each) => sum + feeOf(each), 0);
  const [first, ...others] = ahead.filter((each) => each !== undefined);
  const aheadCents = others.reduce((sum, each) => sum + each.amountCents, first?.amountCents ?? 0);
  return [
    chargedCents > 0 ? say("lateFee", { fee: money(chargedCents, found) }) : "",
    first ? say("feeAhead", { fee: money(aheadCents, found), date: dayOf(found, first.graceUntil) }) : "",
  ];
}

/** Values for the texts of requests and reminders. */
function owedOf({ invoice, company }: Subject, dueOn: string) {
  return {
    company: company.name,
    number: invoice.externalInvoiceNumber,
    amount: money(invoice.amountTotalCents, { invoice, company }),
    due: dayOf({ invoice, company }, dueOn),
  };
}

const LATE_FEE = "LATE-PAYMENT-FEE-LINE";

/** Returns the unpaid part of the late-payment fee, in cents. */
function feeOf({ lines }: CollectedInvoice): number {
  return lines
    .filter(({ type }) => type === LATE_FEE || type === lineKinds[LATE_FEE].paidBy)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}
