import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { bankTransactions, knownPayers } from "@/db/schema/bank-transactions";
import type { Company } from "@/db/schema/companies";
import { payoutItems } from "@/db/schema/payouts";
import { proposals } from "@/db/schema/proposals";
import { statementWaits } from "@/db/schema/statement-waits";
import type { Actor } from "@/server/actor";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { startBulkJob } from "@/server/billing/bulk-jobs/start-bulk-job";
import { joinHousehold } from "@/server/billing/households/change-household";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { holdReply } from "@/server/desk/tickets/hold-reply";
import { sendTest } from "@/server/notifications/send-test";
import { newId } from "@/server/platform/id";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { addBankAccount } from "@/server/tenancy/bank-accounts/add-bank-account";
import { changeBankAccount } from "@/server/tenancy/bank-accounts/change-bank-account";
import type { PartnerPerson } from "@/server/tenancy/people/person";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenTicket } from "./given";
import { accountFacts } from "./given-bank-account";
import { givenEndpoint } from "./given-endpoint";
import { givenCreditorIdentifier, givenMandate } from "./given-mandate";
import { givenMember } from "./given-person";
import { givenPlannedDebit, makeFiles } from "./given-planned-debit";
import { lookAtDesk, receivedFile } from "./given-statement";
import { camtFile } from "./statement-files";

/** One record of every kind that a procedure takes, by id. */
export interface Records {
  companyId: string;
  /** Not transmitted, with one invoice in it. */
  importId: string;
  /** Transmitted, assigned to support, and with a reply that can still be taken back. */
  invoiceId: string;
  /** Not transmitted. */
  openInvoiceId: string;
  heldReplyId: string;
  jobId: string;
  keyId: string;
  /** Switched on, with one delivery. */
  endpointId: string;
  deliveryId: string;
  userId: string;
  /** A payment on the transmitted invoice that waits for a second person. */
  proposalId: string;
  bankAccountId: string;
  /** A change of the account by the partner's system, which waits for a second person. */
  bankAccountChangeId: string;
  /** Valid; the company has a creditor identifier. */
  mandateId: string;
  /** A file of one direct debit, made by the service. */
  debitFileId: string;
  debitId: string;
  /** An undecided payment on the company's statement. */
  bankTransactionId: string;
  /** A statement whose opening balance contradicts the one before it. */
  waitingStatementId: string;
  /** A file that returns a payment that was not the company's. */
  payoutId: string;
  payoutItemId: string;
  /** An invoice in a household, and the number of another member. */
  joinedInvoiceId: string;
  joinedNumber: string;
}

type Wanted = ReadonlySet<string> | "all";
type MakeEndpoint = (partner: GivenPartner) => Promise<{ id: string }>;

/**
 * Creates the wanted records in a new company of the partner; the other ids name no record. The reply and the bulk job are the administrator's.
 * `makeEndpoint` is for records that several tests share, because the endpoint of `givenEndpoint` is gone when the test ends.
 */
export async function givenRecords(
  partner: GivenPartner,
  administrator: PartnerPerson,
  wanted: Wanted = "all",
  makeEndpoint: MakeEndpoint = givenEndpoint,
): Promise<Records> {
  const company = await givenCompany(partner);
  const records = { ...missingRecords(), companyId: company.id };
  const add = async (names: (keyof Records)[], make: () => Promise<Partial<Records>>) => {
    if (wanted === "all" || names.some((name) => wanted.has(name))) Object.assign(records, await make());
  };
  const actor = { ...partner.actor, kind: "person", id: administrator.id } as const;
  await add(["importId", "openInvoiceId"], () => givenOpen(partner, company));
  await add(["invoiceId", "heldReplyId", "jobId", "userId", "proposalId"], async () => {
    const invoice = await givenInvoice(partner, { import: await givenImport(partner, { company }), transmitted: true });
    const asked = await givenAsked(actor, invoice);
    await givenPayer(invoice);
    await add(["jobId"], () => givenJob(actor, administrator, invoice));
    await add(["userId", "proposalId"], () => givenProposal(partner, invoice));
    return asked;
  });
  await add(["keyId"], async () => ({ keyId: (await createApiKey(db, partner.id, { name: "systems" })).id }));
  await add(["endpointId", "deliveryId"], () => givenDelivery(partner, makeEndpoint));
  await add(["bankAccountId", "bankAccountChangeId", "bankTransactionId", "waitingStatementId", "payoutId", "payoutItemId"], () =>
    givenBank(partner, company),
  );
  await add(["mandateId"], async () => {
    await givenCreditorIdentifier(partner, company);
    return { mandateId: (await givenMandate(partner, company)).id };
  });
  await add(["debitFileId", "debitId"], async () => {
    const { id: bankAccountId } = await givenCreditorIdentifier(partner, company);
    const { debit } = await givenPlannedDebit(partner, company, { bankAccountId });
    // No file is made while payments on a statement are not ranked.
    await lookAtDesk(partner);
    const [debitFileId = ""] = await makeFiles(partner.actor, company);
    return { debitFileId, debitId: debit.id };
  });
  await add(["joinedInvoiceId", "joinedNumber"], () => givenHousehold(partner, company));
  return records;
}

async function givenOpen(partner: GivenPartner, company: Company) {
  const open = await givenImport(partner, { company });
  const { id: openInvoiceId } = await givenInvoice(partner, { import: open });
  return { importId: open.id, openInvoiceId };
}

/** Assigns the invoice's question to support, and holds a reply of the company that is not sent yet. */
async function givenAsked(actor: Actor, invoice: InvoiceDetails) {
  await givenTicket(invoice);
  await assignToSupport(db, actor, invoice.id);
  const { id: heldReplyId } = await holdReply(db, actor, invoice.id, { message: "Of course.", thenArchive: false, sender: "company" });
  return { invoiceId: invoice.id, heldReplyId };
}

/** Records a known payer for a customer who does not exist. */
async function givenPayer({ partnerId, companyId, id: invoiceId }: InvoiceDetails): Promise<void> {
  await db
    .insert(knownPayers)
    .values({ partnerId, companyId, invoiceId, iban: "NL02TEST0123456789", customer: "nobody", learnedAt: new Date() });
}

async function givenJob(actor: Actor, administrator: PartnerPerson, { id, amountTotalCents }: InvoiceDetails) {
  const expected = { count: 1, amountCents: amountTotalCents };
  const job = await startBulkJob(db, actor, administrator.id, { kind: "delete_invoices", selection: { ids: [id] }, expected });
  return { jobId: job.id };
}

async function givenDelivery(partner: GivenPartner, makeEndpoint: MakeEndpoint) {
  const { id: endpointId } = await makeEndpoint(partner);
  const { deliveryId } = await sendTest(db, partner.actor, endpointId);
  return { endpointId, deliveryId };
}

async function givenProposal(partner: GivenPartner, { id: invoiceId, companyId }: InvoiceDetails) {
  const { person } = await givenMember(partner, { companyIds: [companyId] });
  const proposalId = newId();
  await db.insert(proposals).values({
    id: proposalId,
    partnerId: partner.id,
    invoiceId,
    kind: "record_payment",
    amountCents: 100,
    reason: "At the desk",
    mayExceed: false,
    proposedBy: person.id,
    createdAt: new Date(),
  });
  return { userId: person.id, proposalId };
}

/** Returns new ids that name no record. */
export function missingRecords(): Records {
  const id = () => randomBytes(20).toString("hex");
  return {
    companyId: id(),
    importId: id(),
    invoiceId: id(),
    openInvoiceId: id(),
    heldReplyId: id(),
    jobId: id(),
    keyId: id(),
    endpointId: id(),
    deliveryId: id(),
    userId: id(),
    proposalId: id(),
    bankAccountId: id(),
    bankAccountChangeId: id(),
    mandateId: id(),
    debitFileId: id(),
    debitId: id(),
    bankTransactionId: id(),
    waitingStatementId: id(),
    payoutId: id(),
    payoutItemId: id(),
    joinedInvoiceId: id(),
    joinedNumber: id(),
  };
}

async function givenHousehold(partner: GivenPartner, company: Company) {
  const into = await givenImport(partner, { company });
  const first = await givenInvoice(partner, { import: into });
  const { invoiceNumber } = await givenInvoice(partner, { import: into, transmitted: true });
  const joinedNumber = String(invoiceNumber);
  await joinHousehold(db, partner.actor, first.id, joinedNumber);
  return { joinedInvoiceId: first.id, joinedNumber };
}

async function givenBank({ actor }: GivenPartner, { id: companyId }: Company) {
  const facts = accountFacts();
  const { id: bankAccountId } = await addBankAccount(db, actor, companyId, facts);
  const statement = receivedFile(camtFile([{ iban: facts.iban, entries: [{ cents: 4_500 }, { cents: 700 }] }]));
  await storeStatementFile(db, actor, { name: "statement.xml" }, statement);
  await db.update(bankTransactions).set({ state: "open" }).where(eq(bankTransactions.companyId, companyId));
  const [came, strange] = await db
    .select({ id: bankTransactions.id })
    .from(bankTransactions)
    .where(eq(bankTransactions.companyId, companyId))
    .orderBy(bankTransactions.recordedOrder);
  const transactionId = strange?.id ?? "";
  await setAside(db, actor, { transactionId, seenDecisions: 0 }, "to_return");
  const back = { kind: "transaction", id: transactionId, amountCents: 700, iban: "NL20INGB0001234567" } as const;
  const payoutId = await createRefundFile(db, actor, companyId, [back]);
  const [item] = await db.select({ id: payoutItems.id }).from(payoutItems).where(eq(payoutItems.payoutId, payoutId));
  const waitingStatementId = await givenWaitingStatement(actor, facts.iban);
  const { waiting } = await changeBankAccount(db, actor, bankAccountId, accountFacts());
  return {
    bankAccountId,
    bankAccountChangeId: waiting?.id ?? "",
    bankTransactionId: came?.id ?? "",
    waitingStatementId,
    payoutId,
    payoutItemId: item?.id ?? "",
  };
}

async function givenWaitingStatement(actor: Actor, iban: string): Promise<string> {
  const contradicting = camtFile([
    { iban, id: "contradicting", on: "2026-11-26", opening: 99_900, entries: [{ cents: 1, on: "2026-11-26" }] },
  ]);
  await storeStatementFile(db, actor, { name: "contradicting.xml" }, receivedFile(contradicting));
  const [wait] = await db
    .select({ id: statementWaits.statementId })
    .from(statementWaits)
    .innerJoin(bankStatements, eq(bankStatements.id, statementWaits.statementId))
    .where(eq(bankStatements.iban, iban));
  return wait?.id ?? "";
}
