import { z } from "zod";
import type { AccountFacts, BankAccount, WaitingChange } from "@/server/tenancy/bank-accounts/bank-account";
import { bankAccountFields } from "@/server/tenancy/bank-accounts/bank-account-fields";
import { idText, textOrNull } from "./resource";

const facts = {
  holder: z.string(),
  iban: z.string(),
  bic: textOrNull(),
  qr_iban: textOrNull(),
  creditor_identifier: textOrNull(),
};

/** A company's own account as partners see it. This is the contract: add to it, never rename. */
export const bankAccountResource = z
  .strictObject({
    bank_account_id: idText(),
    company_id: idText(),
    in_force: z
      .strictObject(facts)
      .nullable()
      .meta({ description: "The details shown to customers; null: the account itself is not in force yet." }),
    waiting: z
      .strictObject({ ...facts, in_force_at: z.iso.datetime() })
      .nullable()
      .meta({
        description: "A requested change, and when it takes effect unless an administrator confirms or withdraws it before; null: none.",
      }),
    closed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "BankAccount" });

export const bankAccountsResource = z.strictObject({ bank_accounts: z.array(bankAccountResource) }).meta({ id: "BankAccounts" });

export function presentBankAccount({ id, companyId, current, waiting, closedAt }: BankAccount): z.infer<typeof bankAccountResource> {
  return {
    bank_account_id: id,
    company_id: companyId,
    in_force: current && presentFacts(current),
    waiting: waiting && presentWaiting(waiting),
    closed_at: closedAt?.toISOString() ?? null,
  };
}

export function presentBankAccounts(accounts: BankAccount[]): z.infer<typeof bankAccountsResource> {
  return { bank_accounts: accounts.map(presentBankAccount) };
}

function presentWaiting(change: WaitingChange) {
  return { ...presentFacts(change), in_force_at: change.inForceAt.toISOString() };
}

function presentFacts({ holder, iban, bic, qrIban, creditorIdentifier }: AccountFacts) {
  return { holder, iban, bic, qr_iban: qrIban, creditor_identifier: creditorIdentifier };
}

/** A bank account with all fields, because an update replaces all of them. */
export const bankAccountBody = z
  .object({
    holder: bankAccountFields.holder,
    iban: bankAccountFields.iban,
    bic: bankAccountFields.bic,
    qr_iban: bankAccountFields.qrIban,
    creditor_identifier: bankAccountFields.creditorIdentifier,
  })
  .transform(
    ({ qr_iban, creditor_identifier, ...same }): AccountFacts => ({ ...same, qrIban: qr_iban, creditorIdentifier: creditor_identifier }),
  )
  .meta({ id: "NewBankAccount" });

/** Error codes in the order of the checks. */
export const bankAccountErrors = [
  "invalid_account_holder",
  "invalid_iban",
  "invalid_bic",
  "invalid_qr_iban",
  "invalid_creditor_identifier",
  "bank_account_not_in_currency",
  "bank_account_exists",
] as const;
