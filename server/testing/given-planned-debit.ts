import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { companySettings, importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import type { Company } from "@/db/schema/companies";
import { type Debit, debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { createDebitFiles } from "@/server/bank/debit-files/create-debit-files";
import { listComing } from "@/server/bank/debit-files/list-coming";
import { type ListedDebitFile, listDebitFiles } from "@/server/bank/debit-files/list-debit-files";
import { rankDesk } from "@/server/bank/payments/rank-desk";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import type { InvoiceDetails, NewInvoice } from "@/server/billing/invoices/invoice";
import type { Mandate } from "@/server/billing/mandates/mandate";
import type { GivenMandate } from "@/server/billing/mandates/mandate-fields";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenImport, givenInvoice, givenPartner } from "./given";
import { givenCreditor, givenMandate } from "./given-mandate";
import { givenMember } from "./given-person";

/** Returns the first day of TARGET that is so many calendar days from today. */
export function bankDayIn(days: number): string {
  return bankDayFrom(addDays(dayAt(new Date()), days), "target");
}

let count = 0;

interface DebitOptions {
  /** Amounts of the invoices that the debit collects, in cents. */
  amounts?: number[];
  /** Default: ten days from today, so that a file can be made of it now. */
  collectOn?: string;
  mandate?: GivenMandate;
  invoice?: Partial<NewInvoice>;
  /** Mandate of an earlier debit, used again instead of a new one. */
  by?: Mandate;
  /** Default: the account in the company's settings. */
  bankAccountId?: string;
  /** Whether the announcement has left for the payer; by default it has. */
  isAnnounced?: boolean;
  /** Whether the import's settings say that it collects by direct debit; by default they do. */
  isOn?: boolean;
}

interface GivenPlannedDebit {
  debit: Debit;
  mandate: Mandate;
  invoices: InvoiceDetails[];
}

/** Creates a planned and announced debit that collects transmitted invoices of one payer. The company must have a creditor identifier. */
export async function givenPlannedDebit(partner: GivenPartner, company: Company, options: DebitOptions = {}): Promise<GivenPlannedDebit> {
  count += 1;
  const { amounts = [4_500], collectOn = bankDayIn(10), isAnnounced = true, isOn = true } = options;
  const customerEmail = options.by?.customerKey ?? `debited${count}@members.example`;
  const mandate = options.by ?? (await givenMandate(partner, company, { customerEmail, ...options.mandate }));
  const bankAccountId = options.bankAccountId ?? (await accountOf(company));
  const invoices: InvoiceDetails[] = [];
  for (const amountCents of amounts) {
    const into = await givenImport(partner, { company });
    await db.update(importSettings).set({ directDebit: isOn, bankAccountId }).where(eq(importSettings.importId, into.id));
    invoices.push(await givenInvoice(partner, { import: into, amountCents, invoice: { customerEmail, ...options.invoice } }));
  }
  const debit = await insertDebit(company, { mandate, collectOn, invoices, bankAccountId }, isAnnounced);
  // Afterwards, because a running service would plan a debit of its own for invoices that have none.
  for (const { importId } of invoices) await transmitImport(db, partner.actor, importId);
  return { debit, mandate, invoices };
}

async function insertDebit(
  { partnerId, id: companyId }: Company,
  facts: Pick<GivenPlannedDebit, "mandate" | "invoices"> & Pick<Debit, "collectOn" | "bankAccountId">,
  isAnnounced: boolean,
): Promise<Debit> {
  const { mandate, collectOn, invoices, bankAccountId } = facts;
  const id = newId();
  const now = new Date();
  const amountCents = invoices.reduce((sum, { amountTotalCents }) => sum + amountTotalCents, 0);
  // One transaction, because a debit agrees with its parts at each commit.
  return db.transaction(async (tx) => {
    const inserted = await tx
      .insert(debits)
      .values({
        partnerId,
        id,
        companyId,
        mandateId: mandate.id,
        customerKey: mandate.customerKey,
        bankAccountId,
        collectOn,
        amountCents,
        endToEndId: painIdOf(id),
        announcedAt: now,
        createdAt: now,
      })
      .returning();
    const part = { partnerId, method: "sdd", status: "scheduled", debitId: id, createdAt: now } as const;
    await tx
      .insert(payments)
      .values(invoices.map((invoice) => ({ ...part, id: newId(), invoiceId: invoice.id, amountCents: invoice.amountTotalCents })));
    const told = { partnerId, kind: "debit_announced", aboutId: id, createdAt: now, nextAttemptAt: now } as const;
    const state = isAnnounced ? "sent" : "waiting";
    await tx.insert(outgoingMessages).values(invoices.map((invoice) => ({ ...told, state, id: newId(), invoiceId: invoice.id }) as const));
    return only(inserted);
  });
}

/** Returns the id of the account in the company's settings. */
export async function accountOf({ id }: Pick<Company, "id">): Promise<string> {
  const where = eq(companySettings.companyId, id);
  const { bankAccountId } = only(await db.select({ bankAccountId: companySettings.bankAccountId }).from(companySettings).where(where));
  if (!bankAccountId) throw new Error("The company has no account");
  return bankAccountId;
}

/** Puts all debits of the company that the actor sees as ready into files. Returns the files' ids. */
export async function makeFiles(actor: Actor, { id }: Pick<Company, "id">): Promise<string[]> {
  // A payment that is not ranked yet may be for one of the invoices.
  await rankDesk(db, { scope: actor });
  const { accounts } = await listComing(db, actor, id);
  const made = [];
  for (const { bankAccountId, days } of accounts) {
    const ready = days.filter((day) => day.ready.count > 0);
    const seen = {
      count: ready.reduce((sum, day) => sum + day.ready.count, 0),
      amountCents: ready.reduce((sum, day) => sum + day.ready.amountCents, 0),
    };
    made.push(...(await createDebitFiles(db, actor, { bankAccountId, days: ready.map(({ collectOn }) => collectOn), seen })));
  }
  return made;
}

/** Returns the files on the first page of the company's list, as the actor sees them. */
export async function filesOf(actor: Actor, { id }: Pick<Company, "id">): Promise<ListedDebitFile[]> {
  return (await listDebitFiles(db, actor, id, { pageNumber: 1, pageSize: 20, fileId: null })).entries;
}

/** Creates a company that collects by direct debit, and two administrators of its partner. */
export async function givenCollecting(options: { isSandbox?: boolean } = {}) {
  const partner = await givenPartner(options);
  const company = await givenCreditor(partner);
  await db.update(companySettings).set({ directDebit: true }).where(eq(companySettings.companyId, company.id));
  const first = await givenMember(partner, { role: "administrator", name: "Femke Aarts" });
  const second = await givenMember(partner, { role: "administrator", name: "Idris Bell" });
  return { partner, company, first, second };
}
