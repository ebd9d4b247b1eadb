import type { Database } from "@/db/client";
import type { Message } from "@/db/schema/messages";
import type { Actor } from "@/server/actor";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatMoment } from "@/server/domain/formats/dates";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import type { HoldKind } from "@/server/domain/rules/holds";
import { type LineName, lineNameOf } from "@/server/domain/words/line-names";
import { recordEvent } from "@/server/platform/audit/record-event";
import { CSV_BEGINNING, type CsvCell, csvAmount, csvRow } from "@/server/platform/csv";
import { listTimeline } from "./list-timeline";
import type { Delivery, TimelineEvent } from "./timeline";

export const caseFacts = [
  "company",
  "number",
  "reference",
  "customer",
  "address",
  "email",
  "phone",
  "transmittedOn",
  "dueOn",
  "outstanding",
] as const;

export const caseColumns = ["at", "what", "description", "amount", "balance", "proof"] as const;

/** Words in the file, in the reader's language. */
export interface CaseWords {
  facts: Record<(typeof caseFacts)[number], string>;
  columns: Record<(typeof caseColumns)[number], string>;
  lines: Record<LineName, string>;
  channels: Record<Message["type"], string>;
  deliveries: Record<Delivery, string>;
  senders: Record<"customer" | "company", string>;
  holds: Record<HoldKind, string>;
  events: Record<"transmitted" | "resumed" | "retracted", string>;
}

/**
 * Returns an invoice for a collector or lawyer, as CSV. The facts about company, customer and invoice come first; then, sorted by time,
 * each line of the account with the balance after it, each message with its outcome, each ticket, and each transmission, hold and
 * retraction. Leaves out notes by staff. `locale` as in BCP 47. Throws `invalid_invoice_id`.
 */
export async function caseFile(db: Database, actor: Actor, invoiceId: string, locale: string, words: CaseWords): Promise<string> {
  const [record, { tickets }, timeline] = await Promise.all([
    describeInvoice(db, actor, invoiceId),
    getInvoice(db, actor, invoiceId),
    listTimeline(db, actor, invoiceId),
  ]);
  await recordEvent(db, actor, "case_exported", { about: `invoice:${invoiceId}` });

  const entries: Entry[] = [
    ...record.lines.map((line) => ({
      at: line.date,
      what: words.lines[lineNameOf(line, record)],
      text: line.description,
      amountCents: line.amountCents,
    })),
    ...tickets.map(({ sender, message, createdAt }) => ({
      at: createdAt,
      what: words.senders[sender === "customer" ? "customer" : "company"],
      text: message,
    })),
    ...timeline.toReversed().flatMap((event) => otherEntries(event, words)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());

  let balanceCents = 0;
  const rows = entries.map(({ at, what, text, amountCents, proof }): CsvCell[] => {
    balanceCents += amountCents ?? 0;
    const money = amountCents === undefined ? [null, null] : [csvAmount(amountCents, locale), csvAmount(balanceCents, locale)];
    return [formatMoment(at, locale, TIME_ZONE, "full"), what, text ?? null, ...money, proof ?? null];
  });
  const all = [
    ...factsOf(record, locale).map(([fact, value]) => [words.facts[fact], value]),
    [],
    caseColumns.map((column) => words.columns[column]),
    ...rows,
  ];
  return CSV_BEGINNING + all.map((row) => csvRow(row, locale)).join("");
}

function factsOf(invoice: InvoiceRecord, locale: string): [(typeof caseFacts)[number], CsvCell][] {
  const address = [
    [invoice.customerAddress1, invoice.customerHouseNumber, invoice.customerHouseNumberExtension],
    [invoice.customerAddress2],
    [invoice.customerZipcode, invoice.customerCity],
    [invoice.customerCountryCode],
  ].map((parts) => parts.filter(Boolean).join(" "));
  return [
    ["company", invoice.companyName],
    ["number", invoice.externalInvoiceNumber],
    ["reference", invoice.invoiceNumber],
    ["customer", invoice.customerName],
    ["address", address.filter(Boolean).join(", ")],
    ["email", invoice.customerEmail],
    ["phone", [invoice.customerPhoneCountryCode, invoice.customerPhoneNumber].filter(Boolean).join(" ")],
    ["transmittedOn", invoice.transmittedAt && formatMoment(invoice.transmittedAt, locale, TIME_ZONE, "date")],
    ["dueOn", invoice.dueOn],
    ["outstanding", `${csvAmount(invoice.account.outstandingCents, locale)} ${invoice.currency}`],
  ];
}

interface Entry {
  at: Date;
  what: string;
  text?: string | null;
  amountCents?: number;
  proof?: string;
}

/** Entries for events other than lines and tickets. The evidence of a message is its outcome and its Message-ID. */
function otherEntries(event: TimelineEvent, words: CaseWords): Entry[] {
  const { at } = event;
  switch (event.kind) {
    case "message": {
      const proof = [event.delivery && words.deliveries[event.delivery], event.id].filter(Boolean).join(", ");
      return [{ at, what: words.channels[event.channel], text: event.description, proof }];
    }
    case "held":
      return [{ at, what: words.holds[event.hold], text: event.reason }];
    case "retracted":
      return [{ at, what: words.events.retracted, text: event.reason }];
    case "transmitted":
    case "resumed":
      return [{ at, what: words.events[event.kind] }];
    default:
      return [];
  }
}
