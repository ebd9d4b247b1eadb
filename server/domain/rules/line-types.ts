/** Effect of a line on an invoice's account. */
export type LineCategory = "billed" | "credit" | "payment" | "chargeback" | "fee";

interface LineKind {
  category: LineCategory;
  /** Fees only: type of the line that pays this fee. */
  paidBy?: LineType;
  /** Payment lines only: whether the line names its payment method (interface, section 6). */
  namesMethod?: boolean;
  /** Payment lines only: whether the line pays fees of one type rather than the rest of the invoice. */
  paysFee?: boolean;
}

/** Line types, in the interface's order (section 6). */
export const lineTypes = [
  "INVOICE-LINE",
  "CREDIT-LINE",
  "PAYMENT-LINE",
  "CHARGEBACK-LINE",
  "CHARGEBACK-FEE-LINE",
  "CHARGEBACK-FEE-PAYMENT-LINE",
  "LATE-PAYMENT-FEE-LINE",
  "LATE-PAYMENT-FEE-PAYMENT-LINE",
  "INSTALLMENT-FEE-LINE",
  "INSTALLMENT-FEE-PAYMENT-LINE",
] as const;

export type LineType = (typeof lineTypes)[number];

/** Meaning of each line type. Use this, never the spelling of a type's name. */
export const lineKinds: Readonly<Record<LineType, LineKind>> = {
  "INVOICE-LINE": { category: "billed" },
  "CREDIT-LINE": { category: "credit" },
  "PAYMENT-LINE": { category: "payment", namesMethod: true },
  "CHARGEBACK-LINE": { category: "chargeback" },
  "CHARGEBACK-FEE-LINE": { category: "fee", paidBy: "CHARGEBACK-FEE-PAYMENT-LINE" },
  "CHARGEBACK-FEE-PAYMENT-LINE": { category: "payment", paysFee: true },
  "LATE-PAYMENT-FEE-LINE": { category: "fee", paidBy: "LATE-PAYMENT-FEE-PAYMENT-LINE" },
  "LATE-PAYMENT-FEE-PAYMENT-LINE": { category: "payment", paysFee: true, namesMethod: true },
  "INSTALLMENT-FEE-LINE": { category: "fee", paidBy: "INSTALLMENT-FEE-PAYMENT-LINE" },
  "INSTALLMENT-FEE-PAYMENT-LINE": { category: "payment", paysFee: true, namesMethod: true },
};

export function categoryOf(type: LineType): LineCategory {
  return lineKinds[type].category;
}

/** Returns the line types of these categories, in the interface's order. */
export function typesOf(...categories: LineCategory[]): LineType[] {
  return lineTypes.filter((type) => categories.includes(categoryOf(type)));
}
