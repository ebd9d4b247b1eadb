import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { describeTransfer } from "@/server/bank/transfers/describe-transfer";
import { codeOf } from "@/server/bank/transfers/transfer-code";
import { dueOnOf, feeToNote } from "@/server/billing/collection/plan";
import { payerOfTerms } from "@/server/billing/collection/share-fee";
import { sumOutstanding } from "@/server/billing/households/household";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { feeWordsIn } from "@/server/domain/words/fee-words";
import { type Asked, asOne } from "./compose-request";
import { partUnderFee, sayFeeAhead } from "./fee-terms";
import { findHouseholdMessage, type IncludedMember } from "./household-message";
import { inTime, listTogether, overdueTogether, sayHowToPay } from "./list-together";
import { dayOf, money, numberOf, thingOf } from "./message-subject";
import { alsoOpenOf, listOpenOthers } from "./open-others";
import { inOneParagraph, type Said } from "./said";
import { costsInList, sayCosts } from "./say-costs";
import { sayInMessage } from "./say-in-message";
import { overdueSince, sayPaid, sayReturned } from "./say-paid";
import { transferFacts } from "./transfer-facts";
import { whyNotAsked } from "./why-not-asked";

/**
 * Composes the note before a late-payment fee, for all overdue invoices of the payer; or returns why it is not sent, as `composeMessage`
 * does. It is not sent if fewer than three days are left, or if the fee will not be charged.
 */
export async function composeFeeNote(
  db: Database,
  actor: Actor,
  message: OutgoingMessage,
  { found, collected, now, linkTo, household: findOwnHousehold }: Asked,
): Promise<Said | "soon" | "later" | "never"> {
  const refusal = whyNotAsked(collected, { kind: message.kind, round: null }, now);
  if (refusal) return refusal;
  const fee = feeToNote(collected, now);
  if (!fee) return "never";
  const household = await findHouseholdMessage(db, { ...message, kind: FEE_NOTE }, await findOwnHousehold(), now);
  if (household === "soon") return "soon";
  // A mail may have named a later day for another invoice.
  const asked = (household?.members ?? []).filter((member) => (member.collected.namedUntil ?? "") <= fee.graceUntil);
  const members = asked.map((member) => ({ ...member, fee: feeOfMember(member, fee.graceUntil, now) }));
  const together = household && members.length > 0 ? household : null;
  const payer = together
    ? payerOfTerms(
        together.own,
        members.map(({ invoice, collected: own }) => ({ ...invoice, collected: own })),
      )
    : collected.payer;

  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const law = feeWordsIn(payer.country);
  const own = {
    ...invoice,
    id: message.invoiceId,
    customerName: formatCustomerName(invoice),
    outstandingCents: invoice.amountTotalCents,
    ...inTime(collected, dueOnOf(collected, now)),
    costs: costsInList(found, collected, law),
  };
  const all = [
    own,
    ...members.map((member) => ({
      ...member.invoice,
      ...inTime(member.collected, member.dueOn),
      costs: costsInList(found, member.collected, law),
    })),
  ];
  const amount = money(sumOutstanding(all), found);
  const { graceUntil } = fee;
  const fees = [
    { ...fee, number: invoice.externalInvoiceNumber },
    ...members.flatMap(({ fee: amountCents, invoice: { externalInvoiceNumber: number } }) =>
      amountCents === undefined ? [] : [{ ...fee, amountCents, number }],
    ),
  ];
  const sharing = members.filter(({ collected: { sharedFee } }) => sharedFee?.isElsewhere && sharedFee.bearer?.id === message.invoiceId);
  const payBy = dayOf(found, fee.graceUntil);
  const transfer = await describeTransfer(db, actor, together ? { ...invoice, ...asOne(found, { ...together, members }) } : invoice);
  const values = {
    company: company.name,
    number: invoice.externalInvoiceNumber,
    thing: thingOf(found),
    count: all.length,
    amount,
    payBy,
    law,
    what: together ? "several" : "one",
    ...(together ? overdueTogether(found, all) : overdueSince(found, collected, dueOnOf(collected, now))),
  };
  const askedFor = [
    { number: invoice.externalInvoiceNumber, collected },
    ...members.map((member) => ({ number: member.invoice.externalInvoiceNumber, collected: member.collected })),
  ];
  const told = members.map((member) => member.invoice.id);
  const inMail = { found, told, now, linkTo, household: await findOwnHousehold(), isOnlyHeld: true };
  const others = await listOpenOthers(db, actor, message, inMail);
  const facts: [string, string][] = together
    ? [[say("together.sum"), amount]]
    : [...numberOf(found, message), [say("facts.amount"), amount]];
  return {
    subject: say(`subject.${FEE_NOTE}`, values),
    opening: [...sayReturned(found, askedFor, "opening"), say(`opening.${FEE_NOTE}`, values)].join(" "),
    details: [
      ...inOneParagraph([
        sayCosts(found, [collected, ...members.map((member) => member.collected)], amount, law),
        ...sayFeeAhead(found, fees, {
          words: law,
          law,
          until: graceUntil,
          hasTransfer: transfer !== null,
          asked: all.length,
          sharing: sharing.length,
          ...(!together && { part: partUnderFee(found, collected) }),
        }),
      ]),
      ...inOneParagraph(sayPaid(found, "lately", askedFor, { relief: undefined, law })),
      ...inOneParagraph([together ? sayHowToPay(found, all.length, amount, transfer !== null) : ""]),
    ],
    label: together ? transfer && say("together.pay", { amount, count: all.length, country: company.countryCode }) : say("pay", { amount }),
    alsoOpen: alsoOpenOf(found, others),
    mentioned: others.mentioned,
    listed: together ? await listTogether(db, actor.partnerId, found, all, (id) => linkTo(db, actor, id), "past") : [],
    facts: [...facts, [say("facts.payBy"), payBy], ...transferFacts(found, transfer)],
    paragraphs: [],
    code: codeOf({ invoice: { ...invoice, customerName: own.customerName, companyCountryCode: company.countryCode }, transfer }),
    graceUntil: fee.graceUntil,
    payBy: fee.graceUntil,
    included: members.map((member) => ({
      invoiceId: member.invoice.id,
      customerEmail: member.invoice.customerEmail,
      outstandingCents: member.invoice.outstandingCents,
      about: { kind: "noted", graceUntil: member.fee === undefined ? null : fee.graceUntil } as const,
    })),
  };
}

/** Returns the member's own fee, in cents; undefined if it has none, or another last free day, which another note announces. */
function feeOfMember({ collected }: IncludedMember, graceUntil: string, now: Date): number | undefined {
  const fee = feeToNote(collected, now);
  return fee?.graceUntil === graceUntil ? fee.amountCents : undefined;
}
