import type { Database } from "@/db/client";
import type { Company } from "@/db/schema/companies";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { type PaymentReference, referenceOf } from "@/server/domain/banking/payment-reference";
import type { SwissAddress } from "@/server/domain/banking/swiss-code";
import { accountOfImport } from "@/server/tenancy/bank-accounts/account-of-import";
import type { AccountFacts } from "@/server/tenancy/bank-accounts/bank-account";

/** Details of a transfer: the account, the amount and the reference. */
export interface Transfer extends Pick<AccountFacts, "holder" | "bic"> {
  /** The QR-IBAN, if the reference is a Swiss QR reference; otherwise the IBAN. */
  iban: string;
  currency: "EUR" | "GBP" | "CHF";
  /** Integer cents. */
  amountCents: number;
  reference: PaymentReference;
  /** The company's address. Null if it is incomplete: no Swiss payment part can be drawn then. */
  creditorAddress: Omit<SwissAddress, "name"> | null;
}

/**
 * Returns the details for a transfer of the outstanding amount. Null if nothing is outstanding, the invoice is retracted, the import's settings
 * offer no transfers, or the import has no account that fits the currency (`accountOfImport`). An import without settings offers transfers.
 */
export async function describeTransfer(
  db: Database,
  actor: Actor,
  { importId, invoiceNumber, retractedAt, amountTotalCents }: TransferredInvoice,
): Promise<Transfer | null> {
  if (retractedAt || amountTotalCents <= 0) return null;
  const found = await findTransferTarget(db, actor, { importId, invoiceNumber });
  if (!found) return null;
  const { company, facts, reference } = found;
  return {
    holder: facts.holder,
    bic: facts.bic,
    iban: facts.qrIban ?? facts.iban,
    currency: company.currency,
    amountCents: amountTotalCents,
    reference,
    creditorAddress: addressOf(company),
  };
}

/**
 * Returns the account that an invoice is paid into by transfer, and the invoice's reference there. Null if the import's settings offer no
 * transfers, or no account was in force.
 */
export async function findTransferTarget(
  db: Database,
  actor: Actor,
  { importId, invoiceNumber }: Pick<Invoice, "importId" | "invoiceNumber">,
): Promise<{ company: Company; facts: AccountFacts; reference: PaymentReference } | null> {
  const account = await accountOfImport(db, actor, importId);
  if (!account || account.methods?.includes("bank_transfer") === false) return null;
  const { company, facts } = account;
  const isBelgian = company.countryCode === "BE" && facts.iban.startsWith("BE");
  const kindWithoutQr = isBelgian ? "belgian" : "creditor";
  return { company, facts, reference: referenceOf(invoiceNumber, facts.qrIban ? "qr" : kindWithoutQr) };
}

type TransferredInvoice = Pick<Invoice, "importId" | "invoiceNumber" | "retractedAt" | "amountTotalCents">;

function addressOf({ address1, houseNumber, zipcode, city, countryCode }: Company): Omit<SwissAddress, "name"> | null {
  if (!zipcode?.trim() || !city?.trim()) return null;
  return {
    street: address1?.trim() ?? "",
    houseNumber: houseNumber?.trim() ?? "",
    zipcode: zipcode.trim(),
    city: city.trim(),
    country: countryCode,
  };
}
