import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { rankDesk } from "@/server/bank/payments/rank-desk";
import type { ReceivedFile } from "@/server/bank/statements/receive-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { newId } from "@/server/platform/id";
import type { BankAccount } from "@/server/tenancy/bank-accounts/bank-account";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner } from "./given";
import { givenBankAccount } from "./given-bank-account";
import { camtFile, type MadeEntry, type MadeStatement, type StatementStyle } from "./statement-files";
import { waitUntilNone } from "./wait-until-none";

/** Writes a file as if it was received. The file exists until the test process ends. */
export function receivedFile(contents: string | Uint8Array): ReceivedFile {
  const bytes = Buffer.from(contents);
  received ??= makeFolder();
  const path = join(received, newId());
  writeFileSync(path, bytes);
  return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length, path };
}

let received: string | undefined;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ics-received-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a company with a bank account. Returns it with its partner and functions for its statements. */
export async function givenBankingCompany(
  partner?: GivenPartner,
  { isBritish = false, creditorIdentifier = null }: { isBritish?: boolean; creditorIdentifier?: string | null } = {},
) {
  const of = partner ?? (await givenPartner());
  const company = await givenCompany(of, isBritish ? { currency: "GBP", countryCode: "GB" } : {});
  const account = await givenBankAccount(of, company, { creditorIdentifier, ...(isBritish && { country: "GB" }) });
  return { partner: of, company, account, ...bankOf(of, account) };
}

/** Runs the job `bank` for this partner alone. */
export async function lookAtDesk({ id }: Pick<GivenPartner, "id">): Promise<void> {
  await matchNewTransactions(db, { scope: { partnerId: id } });
  await rankDesk(db, { scope: { partnerId: id } });
}

/** Stores a statement and books the certain matches, also beside a running service. Returns when none of the partner's payments is new. */
export async function storeAndMatch(partner: GivenPartner, contents: string | Uint8Array, name = "statement.xml") {
  const stored = await storeStatementFile(db, partner.actor, { name }, receivedFile(contents));
  await lookAtDesk(partner);
  await waitUntilMatched(partner);
  return stored;
}

/** Waits while a running service matches payments of this partner: they were locked, so the run in this process skipped them. */
function waitUntilMatched({ id }: Pick<GivenPartner, "id">): Promise<void> {
  const isNew = and(eq(bankTransactions.partnerId, id), eq(bankTransactions.state, "new"));
  return waitUntilNone(() => db.$count(bankTransactions, isNew), "A payment was not matched within 30 s");
}

/** Returns functions that store an account's statements and read the results. */
function bankOf(partner: GivenPartner, account: BankAccount) {
  const iban = account.current?.iban ?? "";
  return {
    iban,
    store: (contents: string | Uint8Array, name = "statement.xml", account = "") =>
      storeStatementFile(db, partner.actor, { name, account }, receivedFile(contents)),
    /** Stores a statement with these entries, and books the certain matches. */
    told: (entries: MadeEntry[], { style, ...statement }: Partial<MadeStatement> & { style?: StatementStyle } = {}) =>
      storeAndMatch(partner, camtFile([{ iban, entries, ...statement }], style)),
    transactions: () =>
      db.select().from(bankTransactions).where(eq(bankTransactions.partnerId, partner.id)).orderBy(asc(bankTransactions.recordedOrder)),
  };
}

/** Creates an invoice of the company, in a new transmitted import unless the options name one. Returns it with its payment reference. */
export async function givenBilled(
  { partner, company }: Pick<Awaited<ReturnType<typeof givenBankingCompany>>, "partner" | "company">,
  options: Parameters<typeof givenInvoice>[1] = {},
) {
  const into = options.import ?? (await givenImport(partner, { company }));
  const invoice = await givenInvoice(partner, { ...options, import: into, transmitted: !options.import });
  return { invoice, reference: referenceOf(invoice.invoiceNumber, "creditor").code };
}
