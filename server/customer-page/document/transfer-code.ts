import { encode } from "uqr";
import type { Transfer } from "@/server/billing/transfers/describe-transfer";
import type { CustomerInvoice } from "@/server/customer-page/describe-for-customer";
import { epcCode } from "@/server/domain/epc-code";
import { fitFor, type SwissBill, swissAddress, swissCode } from "@/server/domain/swiss-code";

/** Both standards ask for this correction, and for no larger picture. */
const CORRECTION = "M";
/** Squares around a picture, so that readers find its edges. */
export const MARGIN_MODULES = 4;
const MOST_VERSION = { epc: 13, swiss: 25 };

/** A picture that a bank's app reads. */
export interface TransferCode {
  text: string;
  isSwiss: boolean;
  /** Dark squares true, without the margin around them. */
  modules: boolean[][];
}

/** What the picture says of the invoice, beside the transfer. */
type PicturedInvoice = Pick<
  CustomerInvoice["invoice"],
  | "externalInvoiceNumber"
  | "customerName"
  | "customerAddress1"
  | "customerHouseNumber"
  | "customerHouseNumberExtension"
  | "customerZipcode"
  | "customerCity"
  | "customerCountryCode"
  | "companyCountryCode"
>;

interface Pictured {
  invoice: PicturedInvoice;
  transfer: Transfer | null;
}

/** On the middle of a Swiss picture, which is as wide on paper: a white frame, a dark square and a light cross, one on the other. */
export const SWISS_WIDTH_MM = 46;
export const swissCross = [
  { width: 7, height: 7, isDark: false },
  { width: 6, height: 6, isDark: true },
  { width: 3.89, height: 1.17, isDark: false },
  { width: 1.17, height: 3.89, isDark: false },
] as const;

/** Undefined where there is no such picture: pounds have none. */
export function codeOf(described: Pictured): TransferCode | undefined {
  const { transfer } = described;
  const bill = swissBillOf(described);
  const isSwiss = bill !== undefined;
  const text = bill ? swissCode(bill) : transfer?.currency === "EUR" ? epcOf(transfer) : undefined;
  const modules = text === undefined ? undefined : modulesOf(text, isSwiss);
  return text !== undefined && modules ? { text, isSwiss, modules } : undefined;
}

function epcOf({ holder, iban, bic, amountCents, reference }: Transfer): string | undefined {
  const isCreditor = reference.kind === "creditor";
  return epcCode({ holder, iban, bic, amountCents, creditorReference: isCreditor ? reference.code : null, text: reference.shown });
}

/** The QR-bill of an invoice in francs; undefined where the company's address is not whole. */
export function swissBillOf({ invoice, transfer }: Pictured): SwissBill | undefined {
  if (transfer?.currency !== "CHF" || !transfer.creditorAddress) return undefined;
  const { customerZipcode, customerCity, customerCountryCode } = invoice;
  return {
    iban: transfer.iban,
    creditor: swissAddress({ name: transfer.holder, ...transfer.creditorAddress }),
    debtor:
      customerZipcode?.trim() && customerCity?.trim()
        ? swissAddress({
            name: invoice.customerName,
            street: invoice.customerAddress1 ?? "",
            houseNumber: [invoice.customerHouseNumber, invoice.customerHouseNumberExtension].filter(Boolean).join(" "),
            zipcode: customerZipcode,
            city: customerCity,
            country: customerCountryCode ?? invoice.companyCountryCode,
          })
        : null,
    amountCents: transfer.amountCents,
    reference: transfer.reference.code,
    message: fitFor(invoice.externalInvoiceNumber, 140),
  };
}

/** The picture, dark squares true, without the margin around it; undefined where the text is too long for it. */
export function modulesOf(text: string, isSwiss: boolean): boolean[][] | undefined {
  try {
    return encode(text, { ecc: CORRECTION, border: 0, maxVersion: isSwiss ? MOST_VERSION.swiss : MOST_VERSION.epc }).data;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
