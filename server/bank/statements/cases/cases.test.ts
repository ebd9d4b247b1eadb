import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPayment } from "@/server/bank/payments/read-payment";
import type { CsvQuestion } from "@/server/domain/banking/csv-layout";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { inPieces } from "@/server/testing/statement-files";
import { paymentsIn } from "../payments-in-entry";
import { readStatementFile } from "../read-statement-file";
import type { StatementEntry, StatementReason } from "../statement";

/**
 * A folder contains the cases of one format: small files in the dialects of banks, and `manifest.json` with their right values, worked out
 * by hand. The structure is the banks', names, numbers and accounts are invented. Amounts in cents, days such as `2026-11-09`; fields that
 * a case leaves out are not compared.
 */
interface Case {
  file: string;
  /** The kind of bank, and what is special about its files. */
  dialect: string;
  expect: { statements: CaseStatement[] } | { refused: { reason: StatementReason; line: number; element?: string } };
}

interface CaseStatement {
  account?: string;
  currency?: string;
  /** Null: the file names no balance. */
  opening_cents?: number | null;
  closing_cents?: number | null;
  /** CSV: number of rows that are no entries. */
  left_out?: number;
  entries: CaseEntry[];
}

interface CaseEntry {
  amount_cents: number;
  booked_on: string;
  value_on?: string;
  is_reversal?: boolean;
  /** False: announced only. */
  is_booked?: boolean;
  name?: string;
  iban?: string;
  end_to_end_id?: string;
  return_reason?: string;
  /** Part of the payment's text or of its structured references. */
  text_contains?: string;
  /** Number of our invoice, from a reference with right check digits. */
  reference_found?: number;
  /** Amounts of the entry's payments. */
  payments?: number[];
}

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(folders.map(({ name }) => name))("%s", (folder) => {
  const at = (file: string) => join(import.meta.dirname, folder, file);
  const cases: Case[] = JSON.parse(readFileSync(at("manifest.json"), "utf8"));

  test("every file of the folder is a case", () => {
    const files = readdirSync(at(".")).filter((file) => file !== "manifest.json");
    expect(cases.map(({ file }) => file).sort()).toEqual(files.sort());
  });

  test.each(cases)("$file: $dialect", async ({ file, expect: right }) => {
    const bytes = readFileSync(at(file));
    const guess = folder === "csv" ? await guessedLayoutOf(bytes) : undefined;
    if ("refused" in right) await expect(read(bytes, guess)).rejects.toMatchObject(right.refused);
    else expect(await read(bytes, guess)).toMatchObject(right.statements.map(expected));
  });
});

/** Reads a file into the shape of the manifest. CSV is read with the guessed columns. */
async function read(bytes: Uint8Array, guess?: CsvQuestion): Promise<CaseStatement[]> {
  const statements: CaseStatement[] = [];
  for await (const part of readStatementFile(inPieces(bytes), { layouts: async () => guess?.layout })) {
    if (part.kind === "statement") {
      const { account, currency, openingCents } = part.head;
      statements.push({ account, currency, opening_cents: openingCents, entries: [] });
    }
    const last = statements.at(-1);
    if (part.kind === "entry") last?.entries.push(presented(part.entry));
    if (part.kind === "end" && last) {
      last.closing_cents = part.end.closingCents;
      last.left_out = part.end.leftOut?.count ?? 0;
      if (part.end.opening) last.opening_cents = part.end.opening.openingCents;
    }
  }
  return statements;
}

function presented(entry: StatementEntry): CaseEntry {
  const payments = paymentsIn(entry);
  const [payment] = payments;
  const said = { name: "", text: "", references: [], endToEndId: "", ...payment };
  return {
    amount_cents: entry.amountCents,
    booked_on: entry.bookedOn,
    value_on: entry.valueOn,
    is_reversal: entry.isReversal,
    is_booked: entry.isBooked,
    name: said.name,
    iban: payment?.iban ?? "",
    end_to_end_id: said.endToEndId,
    return_reason: payment?.returnReason ?? "",
    text_contains: [said.text, ...said.references].join(" "),
    reference_found: readPayment(said).referenced[0],
    payments: payments.map(({ amountCents }) => amountCents),
  };
}

/** Compares a part of the text, and everything else as it is. */
function expected({ entries, ...statement }: CaseStatement) {
  const withTexts = entries.map(({ text_contains, ...entry }) =>
    text_contains === undefined ? entry : { ...entry, text_contains: expect.stringContaining(text_contains) },
  );
  return { ...statement, entries: withTexts };
}
