/** A direct debit as a bank reads it in a file. */
export interface DebitOrder {
  endToEndId: string;
  cents: number;
  mandateReference: string;
  signedOn: string;
  holder: string;
  /** IBAN of the payer. */
  iban: string;
}

/** A batch of debits that are collected on one day. */
export interface DebitBatch {
  id: string;
  collectOn: string;
  count: number;
  controlCents: number;
  debits: DebitOrder[];
}

/** A file of direct debits, read from its text alone. */
export interface WrittenFile {
  messageId: string;
  /** Day on which the bank was given the file. */
  cameOn: string;
  /** IBAN of the creditor. */
  iban: string;
  count: number;
  controlCents: number;
  batches: DebitBatch[];
}

/** Reads a file of direct debits (pain.008) as a bank's program does, without the code that writes it. Throws if an element is missing. */
export function readDebitFile(xml: string, cameOn: string): WrittenFile {
  const header = partsOf(xml, "GrpHdr")[0] ?? "";
  const batches = partsOf(xml, "PmtInf").map((batch): DebitBatch => {
    const debits = partsOf(batch, "DrctDbtTxInf").map(
      (debit): DebitOrder => ({
        endToEndId: textOf(debit, "EndToEndId"),
        cents: centsOf(textOf(debit, "InstdAmt")),
        mandateReference: textOf(debit, "MndtId"),
        signedOn: textOf(debit, "DtOfSgntr"),
        holder: textOf(partsOf(debit, "Dbtr")[0] ?? "", "Nm"),
        iban: textOf(partsOf(debit, "DbtrAcct")[0] ?? "", "IBAN"),
      }),
    );
    const [count, controlCents] = totalsOf(batch);
    return { id: textOf(batch, "PmtInfId"), collectOn: textOf(batch, "ReqdColltnDt"), count, controlCents, debits };
  });
  const [count, controlCents] = totalsOf(header);
  const iban = textOf(partsOf(xml, "CdtrAcct")[0] ?? "", "IBAN");
  return { messageId: textOf(header, "MsgId"), cameOn, iban, count, controlCents, batches };
}

const totalsOf = (xml: string): [count: number, cents: number] => [Number(textOf(xml, "NbOfTxs")), centsOf(textOf(xml, "CtrlSum"))];

/** Returns the contents of each element with this name, in order. Elements of one name do not contain each other. */
function partsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, "gs"))].map(([, contents = ""]) => contents);
}

function textOf(xml: string, name: string): string {
  const [text] = partsOf(xml, name);
  if (text === undefined) throw new Error(`The file has no ${name}`);
  return text;
}

/** Returns the cents of an amount such as `12.50`. */
function centsOf(amount: string): number {
  const [, whole = "", part = ""] = /^(\d+)\.(\d{2})$/.exec(amount) ?? [];
  if (part === "") throw new Error(`No amount: ${amount}`);
  return Number(whole) * 100 + Number(part);
}
