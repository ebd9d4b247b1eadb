import { and, eq, inArray, sql } from "drizzle-orm";
import { isOneOf, plainArray, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { Company } from "@/db/schema/companies";
import { debitFiles, type StructuredAddress } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { type Actor, identityOf, visibleTo } from "@/server/actor";
import { findApprovers } from "@/server/billing/approvals/find-approvers";
import { mailApproversOfDebitFile } from "@/server/billing/approvals/mail-approvers";
import { isAboveLimit, type MoneyAct, noteMoneyActs } from "@/server/billing/approvals/money-acts";
import { keepStatementsOut } from "@/server/billing/invoices/desk-gate";
import { originalAccounts } from "@/server/billing/mandates/original-accounts";
import { type NamedCreditor, originalCreditors } from "@/server/billing/mandates/original-creditors";
import { isInEea } from "@/server/domain/banking/pain-elements";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import type { AccountFacts } from "@/server/tenancy/bank-accounts/bank-account";
import { type DebitSettings, findDebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import { lockOpenAccount } from "@/server/tenancy/bank-accounts/lock-accounts";
import { divideIntoFiles } from "./divide-into-files";
import { prepareDebits } from "./prepare-debits";
import { type FileDebit, readyDebits } from "./ready-debits";

/** Planned debits of one account, as a person chose them. */
export interface ChosenDebits {
  bankAccountId: string;
  /** Days of collection. */
  days: string[];
  /** Number and sum of the debits that the person saw. */
  seen: { count: number; amountCents: number };
}

type Ready = FileDebit & { id: string; collectOn: string };

/**
 * Puts the planned debits of these days that can be collected into files for the account's bank, of at most 10,000 debits each; into one for
 * each batch, if the bank takes no others. Returns the files' ids.
 *
 * Debits are checked under the locks of their invoices (`prepareDebits`): parts that may not be collected are taken out, and of an invoice
 * that is partly paid, only the rest is collected. The payments of the debits are then in progress, so the invoices can neither be retracted
 * nor paid online. If the sum of the files exceeds the partner's limit, a second person must approve them before they are downloaded, and
 * possible approvers are mailed.
 *
 * Throws
 * - `invalid_bank_account_id`, `bank_account_closed`, `creditor_identifier_missing`;
 * - `bank_account_missing` if the account's details are not in force yet;
 * - `company_city_missing` if the bank wants the creditor's address and there is none;
 * - `changed_meanwhile` if the debits are no longer those that the person saw (of two people who make the same file at once, one succeeds);
 * - `changed_meanwhile` while a statement is being stored or ranked, which may contain a payment for one of the invoices.
 */
export function createDebitFiles(db: Database, actor: Actor, { bankAccountId, days, seen }: ChosenDebits): Promise<string[]> {
  return transact(db, actor, async (tx) => {
    const { account, company } = await lockOpenAccount(tx, actor, bankAccountId);
    if (!account.current) throw new DomainError("bank_account_missing");
    const settings = (await findDebitSettings(tx, actor, [bankAccountId]))(bankAccountId);
    const creditor = creditorOf(account.current, company, settings);
    if (!(await keepStatementsOut(tx, actor.partnerId))) throw new DomainError("changed_meanwhile");
    const ready = await lockReady(tx, actor, bankAccountId, days, settings);
    const amountCents = sumOf(ready);
    if (ready.length === 0 || ready.length !== seen.count || amountCents !== seen.amountCents) throw new DomainError("changed_meanwhile");

    const act: MoneyAct = { kind: "debit", currency: "EUR", amountCents };
    const needsApproval = await isAboveLimit(tx, actor, [act]);
    if (!needsApproval) await noteMoneyActs(tx, actor, [act]);
    const approvers = needsApproval ? await findApprovers(tx, actor, company.id) : null;
    const files = divideIntoFiles(ready, settings).map((ofFile) => ({ id: newId(), debits: ofFile }));
    await tx.insert(debitFiles).values(
      files.map(({ id, debits: ofFile }) => ({
        ...creditor,
        partnerId: actor.partnerId,
        id,
        companyId: company.id,
        bankAccountId,
        batchBooking: settings.batchBooking,
        debitsCount: ofFile.length,
        amountCents: sumOf(ofFile),
        createdBy: identityOf(actor),
        createdAt: clock.now(actor),
        needsApproval,
        aloneFrom: approvers?.aloneFrom,
      })),
    );
    for (const { id, debits: ofFile } of files) await putInto(tx, actor, id, ofFile, { ...creditor, bankAccountId });
    await beginParts(tx, actor, ready);
    for (const { id, debits: ofFile } of files)
      await recordEvent(tx, actor, "debit_file_created", {
        about: `company:${company.id}`,
        after: { file: id, amountCents: sumOf(ofFile), debits: ofFile.length },
      });
    if (approvers)
      await mailApproversOfDebitFile(tx, { partnerId: actor.partnerId, companyId: company.id, company: company.name }, approvers);
    return files.map(({ id }) => id);
  });
}

function creditorOf({ holder, iban, bic, creditorIdentifier }: AccountFacts, company: Company, { hasCreditorAddress }: DebitSettings) {
  if (!creditorIdentifier) throw new DomainError("creditor_identifier_missing");
  return { holder, iban, bic, creditorIdentifier, creditorAddress: hasCreditorAddress ? addressOf(company) : null };
}

function addressOf({ address1, houseNumber, zipcode, city, countryCode }: Company): StructuredAddress {
  if (!city?.trim()) throw new DomainError("company_city_missing");
  return { street: address1 ?? "", houseNumber: houseNumber ?? "", zipcode: zipcode ?? "", city, countryCode };
}

/** Locks planned debits with their invoices, takes out what may not be collected, and returns those that can go into a file. */
async function lockReady(
  tx: Database,
  actor: Actor,
  bankAccountId: string,
  days: readonly string[],
  settings: DebitSettings,
): Promise<Ready[]> {
  const chosen = await tx
    .select({ id: debits.id })
    .from(debits)
    .where(
      and(
        visibleTo(actor, debits),
        eq(debits.bankAccountId, bankAccountId),
        inArray(debits.collectOn, [...days]),
        eq(debits.status, "planned"),
      ),
    );
  const { ready } = await prepareDebits(
    tx,
    actor,
    chosen.map(({ id }) => id),
  );
  const possible = readyDebits(
    ready.map(({ debit }) => debit),
    settings,
    clock.now(actor),
  );
  return possible.flatMap((debit) => (debit.blocker === null ? [debit] : []));
}

function sumOf(ready: readonly Ready[]): number {
  return ready.reduce((sum, { cents }) => sum + cents, 0);
}

/** Puts debits into a file, with the values that it states. The caller has locked the debits and their mandates. */
async function putInto(
  tx: Database,
  { partnerId }: Actor,
  fileId: string,
  ready: readonly Ready[],
  creditor: NamedCreditor,
): Promise<void> {
  const mandateIds = [...new Set(ready.map(({ mandate }) => mandate.id))];
  const originals = await originalAccounts(tx, { partnerId }, mandateIds);
  const creditors = await originalCreditors(tx, { partnerId }, mandateIds, creditor);
  const column = <Cell>(cellOf: (debit: Ready) => Cell) => ready.map(cellOf);
  // Facts that only few debits have.
  const rare = ready.flatMap(({ id, mandate, holderAddress }) => {
    const { identifier, name } = creditors.get(mandate.id) ?? {};
    const facts = { holder_address: holderAddress ?? undefined, original_iban: originals.get(mandate.id), identifier, name };
    return Object.values(facts).some(Boolean) ? [{ id, ...facts }] : [];
  });
  await tx.execute(sql`
    update debits d set status = 'at_bank', file_id = ${fileId}, file_cents = added.cents, sequence_type = added.sequence_type::debit_sequence_type,
      text = added.text, holder = m.holder, iban = m.iban, bic = case when added.states_bic then m.bic end, scheme = m.scheme,
      mandate_reference = m.reference, mandate_signed_on = m.signed_on, holder_address = rare.holder_address, original_iban = rare.original_iban,
      original_creditor_identifier = rare.identifier, original_creditor_name = rare.name
    from unnest(
      ${plainArray(column(({ id }) => id))}::text[],
      ${plainArray(column(({ mandate }) => mandate.id))}::text[],
      ${plainArray(column(({ cents }) => cents))}::bigint[],
      ${plainArray(column(({ sequenceType }) => sequenceType))}::text[],
      ${plainArray(column(({ mandate }) => !isInEea(mandate.iban)))}::boolean[],
      ${textArray(column(({ text }) => text))}::text[]
    ) as added (id, mandate_id, cents, sequence_type, states_bic, text)
    join mandates m on m.partner_id = ${partnerId} and m.id = added.mandate_id
    left join json_to_recordset(${JSON.stringify(rare)}::json) as rare(id text, holder_address jsonb, original_iban text, identifier text, name text)
      on rare.id = added.id
    where d.partner_id = ${partnerId} and d.id = added.id and d.mandate_id = m.id`);
}

/** Begins the payments of the collected parts. */
async function beginParts(tx: Database, { partnerId }: Actor, ready: readonly Ready[]): Promise<void> {
  const ids = ready.flatMap(({ collected }) => collected.map(({ paymentId }) => paymentId));
  await tx
    .update(payments)
    .set({ status: "pending" })
    .where(and(eq(payments.partnerId, partnerId), isOneOf(payments.id, ids)));
}
