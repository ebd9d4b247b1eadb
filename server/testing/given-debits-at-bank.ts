import { and, asc, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import { batchIdOf } from "@/server/bank/debit-files/batch-id";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import type { Mandate } from "@/server/billing/mandates/mandate";
import type { GivenMandate } from "@/server/billing/mandates/mandate-fields";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { newId } from "@/server/platform/id";
import type { GivenPartner } from "./given";
import { givenMandate } from "./given-mandate";
import { givenBankingCompany, givenBilled, lookAtDesk } from "./given-statement";
import { mt940File } from "./mt940-files";
import { type MadeReport, reportFile } from "./report-files";
import type { MadeEntry, MadeStatement } from "./statement-files";

/** Day on which the debits are collected. */
export const COLLECTED_ON = "2026-11-25";
/** Day on which the bank takes debits back. */
export const RETURNED_ON = "2026-11-27";

interface WantedDebit {
  /** Amounts of the invoices that the debit collects, in cents. */
  amounts?: number[];
  mandate?: GivenMandate;
  sequenceType?: "RCUR" | "OOFF";
  collectOn?: string;
  /** Language of the invoices. */
  locale?: InvoiceDetails["locale"];
}

/** A debit in a file, and the invoices that it collects. */
export interface DebitAtBank {
  debit: Debit;
  invoices: InvoiceDetails[];
}

let count = 0;

/**
 * Creates a company with direct debits in one file at the bank, and returns functions that bring the bank's answers. A return has a chargeback
 * fee of 4.00. `isWaiting`: the file waits for a second person. `of`: the partner; absent: a new one. `isOn`: the imports collect by direct debit.
 * The returned `more` adds a file.
 */
export async function givenDebitsAtBank(
  wanted: WantedDebit[] = [{}],
  { isWaiting = false, of, isOn = false }: { isWaiting?: boolean; of?: GivenPartner; isOn?: boolean } = {},
) {
  const banking = await givenBankingCompany(of, { creditorIdentifier: "DE98ZZZ09999999999" });
  const { partner, company, account } = banking;
  const collecting = isOn ? { directDebit: true, bankAccountId: account.id } : {};
  await db
    .update(companySettings)
    .set({ chargebackFeeCents: 400, ...collecting })
    .where(eq(companySettings.companyId, company.id));
  const file = await insertFile(banking, wanted, isWaiting);
  const messageId = painIdOf(file.id);
  return {
    ...banking,
    ...file,
    messageId,
    more: (others: WantedDebit[]) => insertFile(banking, others),
    report: async (about: Omit<MadeReport, "fileId">) => {
      const stored = await banking.store(reportFile({ fileId: messageId, partId: null, ...about }), "report.xml");
      await lookAtDesk(partner);
      return stored;
    },
    told940: async (entries: MadeEntry[], statement: Partial<MadeStatement> = {}) => {
      await banking.store(mt940File({ iban: banking.iban, entries, ...statement }), "statement.sta");
      await lookAtDesk(partner);
    },
    debitsNow: () => db.select().from(debits).where(eq(debits.partnerId, partner.id)).orderBy(asc(debits.createdAt), asc(debits.id)),
    mandate: async ({ mandateId }: Debit) => (await db.select().from(mandates).where(eq(mandates.id, mandateId)))[0],
    /** Returns the lines of an invoice after its first as texts, such as `CHARGEBACK-LINE 10.00`. */
    lines: async ({ id }: Pick<InvoiceDetails, "id">) => {
      const { lines } = await getInvoice(db, partner.actor, id);
      return lines
        .slice(1)
        .map(({ type, amountCents, paymentMethod }) => [type, (amountCents / 100).toFixed(2), paymentMethod].filter(Boolean).join(" "));
    },
    announced: async (invoices: Pick<InvoiceDetails, "id">[]) => {
      const { invoiceId, kind, state, createdAt, id } = outgoingMessages;
      const ids = invoices.map((invoice) => invoice.id);
      const queued = await db
        .select({ kind, state })
        .from(outgoingMessages)
        .where(and(eq(outgoingMessages.partnerId, partner.id), inArray(invoiceId, ids)))
        .orderBy(asc(createdAt), asc(id));
      return queued.filter((message) => message.state !== "cancelled").map((message) => message.kind);
    },
  };
}

/** Returns an entry that collects a debit alone. */
export function booking({ debit }: Pick<DebitAtBank, "debit">, entry: Partial<MadeEntry> = {}): MadeEntry {
  const { endToEndId, fileCents, iban } = debit;
  return { cents: fileCents ?? 0, on: COLLECTED_ON, endToEndId, iban: iban ?? "", text: "Annual fee", ...entry };
}

/** Returns an entry that takes a debit back. */
export function returned({ debit }: Pick<DebitAtBank, "debit">, entry: Partial<MadeEntry> = {}): MadeEntry {
  const { endToEndId, fileCents, iban } = debit;
  const { chargesCents = 0 } = entry;
  const cents = -(fileCents ?? 0) - chargesCents;
  return { cents, on: RETURNED_ON, endToEndId, iban: iban ?? "", isReversal: true, returnReason: "AM04", ...entry };
}

/** Returns the id of a debit's batch in its file. */
export function batchOf({ debit: { fileId, collectOn } }: DebitAtBank, sequenceType: "RCUR" | "OOFF" = "RCUR"): string {
  return batchIdOf(painIdOf(fileId ?? ""), { collectOn, scheme: "CORE", sequenceType });
}

async function insertFile(
  { partner, company, account }: Awaited<ReturnType<typeof givenBankingCompany>>,
  wanted: readonly WantedDebit[],
  isWaiting = false,
): Promise<{ id: string; debits: DebitAtBank[] }> {
  const { id: partnerId } = partner;
  const now = new Date();
  const id = newId();
  const planned: (Required<Pick<WantedDebit, "sequenceType" | "collectOn">> & {
    mandate: Mandate;
    invoices: InvoiceDetails[];
    amountCents: number;
  })[] = [];
  for (const { amounts = [1_000], mandate: facts, sequenceType = "RCUR", collectOn = COLLECTED_ON, locale } of wanted) {
    count += 1;
    const customerEmail = `collected${count}@members.example`;
    const sequence = sequenceType === "OOFF" ? "one_off" : "recurrent";
    const mandate = await givenMandate(partner, company, { customerEmail, sequence, ...facts });
    const invoices: InvoiceDetails[] = [];
    for (const amountCents of amounts)
      invoices.push(
        (await givenBilled({ partner, company }, { amountCents, invoice: { customerEmail, ...(locale && { locale }) } })).invoice,
      );
    planned.push({ mandate, invoices, sequenceType, collectOn, amountCents: amounts.reduce((total, each) => total + each, 0) });
  }
  const made = await db.transaction(async (tx) => {
    const { current } = account;
    await tx.insert(debitFiles).values({
      partnerId,
      id,
      companyId: company.id,
      bankAccountId: account.id,
      holder: current?.holder ?? "",
      iban: current?.iban ?? "",
      creditorIdentifier: current?.creditorIdentifier ?? "",
      batchBooking: true,
      debitsCount: wanted.length,
      amountCents: planned.reduce((total, { amountCents }) => total + amountCents, 0),
      createdBy: "system",
      createdAt: now,
      needsApproval: isWaiting,
      handedOutAt: isWaiting ? null : now,
    });
    const inserted: DebitAtBank[] = [];
    for (const { mandate, invoices, sequenceType, collectOn, amountCents } of planned) {
      const debitId = newId();
      const values = {
        partnerId,
        id: debitId,
        companyId: company.id,
        mandateId: mandate.id,
        customerKey: mandate.customerKey,
        bankAccountId: account.id,
        collectOn,
        amountCents,
        status: "at_bank" as const,
        endToEndId: painIdOf(debitId),
        fileId: id,
        fileCents: amountCents,
        sequenceType,
        holder: mandate.holder,
        iban: mandate.iban,
        scheme: mandate.scheme,
        mandateReference: mandate.reference,
        mandateSignedOn: mandate.signedOn,
        text: "Annual fee",
        announcedAt: now,
        createdAt: now,
      };
      const [debit] = await tx.insert(debits).values(values).returning();
      if (!debit) throw new Error("The debit was not inserted");
      const part = { partnerId, method: "sdd", status: "pending", debitId, createdAt: now } as const;
      await tx
        .insert(payments)
        .values(invoices.map((invoice) => ({ ...part, id: newId(), invoiceId: invoice.id, amountCents: invoice.amountTotalCents })));
      inserted.push({ debit, invoices });
    }
    return inserted;
  });
  return { id, debits: made };
}
