import { encode } from "uqr";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { epcCode } from "@/server/domain/banking/epc-code";
import { fitFor, isWritable, type SwissBill, swissAddress, swissCode } from "@/server/domain/banking/swiss-code";
import type { Transfer } from "./describe-transfer";

/** Error correction level that both standards require. */
const CORRECTION = "M";
/** Width of the quiet margin in squares, which readers need to find the picture's edges. */
export const MARGIN_MODULES = 4;
/** Highest version of the QR code that each standard permits; it determines the number of squares. */
const MOST_VERSION = { epc: 13, swiss: 25 };
/** Maximum number of characters of a message in the QR-bill. */
const LONGEST_MESSAGE = 140;

/** Picture that a bank's app reads. */
export interface TransferCode {
  text: string;
  isSwiss: boolean;
  /** Squares, true if dark, without the margin. */
  modules: boolean[][];
}

/** Facts of the invoice that the picture contains in addition to the transfer's. */
type PicturedInvoice = Pick<
  InvoiceRecord,
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

/** Width of the Swiss picture on paper, in mm. */
export const SWISS_WIDTH_MM = 46;
/** Cross in the middle of the Swiss picture, in mm: a white frame, a dark square and the two bars of a light cross, on top of each other. */
export const swissCross = [
  { width: 7, height: 7, isDark: false },
  { width: 6, height: 6, isDark: true },
  { width: 3.89, height: 1.17, isDark: false },
  { width: 1.17, height: 3.89, isDark: false },
] as const;

/** Returns the picture; undefined if the transfer has none: no standard covers pounds, for example. */
export function codeOf(described: Pictured): TransferCode | undefined {
  const { transfer } = described;
  const bill = swissBillOf(described);
  const isSwiss = bill !== undefined;
  const epcText = transfer?.currency === "EUR" ? epcOf(transfer) : undefined;
  const text = bill ? swissCode(bill) : epcText;
  const modules = text === undefined ? undefined : modulesOf(text, isSwiss);
  return text !== undefined && modules ? { text, isSwiss, modules } : undefined;
}

function epcOf({ holder, iban, bic, amountCents, reference }: Transfer): string | undefined {
  const isCreditor = reference.kind === "creditor";
  return epcCode({ holder, iban, bic, amountCents, creditorReference: isCreditor ? reference.code : null, text: reference.shown });
}

/**
 * Returns the QR-bill of an invoice; undefined if its transfer is not in francs or the company's address is incomplete. The bill leaves out the
 * payer if the payer's address is incomplete or the name cannot be written; the payer then writes them by hand.
 */
export function swissBillOf({ invoice, transfer }: Pictured): SwissBill | undefined {
  if (transfer?.currency !== "CHF" || !transfer.creditorAddress) return undefined;
  const { customerZipcode, customerCity, customerCountryCode } = invoice;
  return {
    iban: transfer.iban,
    creditor: swissAddress({ name: transfer.holder, ...transfer.creditorAddress }),
    debtor:
      customerZipcode?.trim() && customerCity?.trim() && isWritable(invoice.customerName)
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
    message: fitFor(invoice.externalInvoiceNumber, LONGEST_MESSAGE),
  };
}

/** Returns the squares, true if dark, without the margin; undefined if the text is too long. */
export function modulesOf(text: string, isSwiss: boolean): boolean[][] | undefined {
  try {
    return encode(text, { ecc: CORRECTION, border: 0, maxVersion: isSwiss ? MOST_VERSION.swiss : MOST_VERSION.epc }).data;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
