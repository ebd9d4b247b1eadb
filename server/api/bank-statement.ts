import { z } from "zod";
import { StatementRefusal } from "@/server/bank/statements/statement";
import type { StoredFile } from "@/server/bank/statements/store-statement-file";
import { DomainError } from "@/server/errors";
import { field, isNothing, readIban, readText, refused } from "@/server/platform/fields";
import { idText, textOrNull } from "./resource";

/** A bank's file and its outcome. This is the contract: add to it, never rename. */
export const bankStatementFileResource = z
  .strictObject({
    bank_statement_file_id: idText(),
    is_repeated: z.boolean().meta({ description: "Whether this exact file was already stored. Nothing changed then." }),
    statements: z.array(
      z.strictObject({
        iban: z.string(),
        currency: z.string(),
        number: z.string().meta({ description: "The bank's number of the statement; empty if it has none." }),
        opening_on: textOrNull(),
        closing_on: textOrNull(),
        closing_balance_cents: z.int().nullable().meta({
          description:
            "Null in notifications of single entries, which have no balances, and in intraday reports without a closing balance.",
        }),
        entries_count: z.int(),
        new_entries_count: z.int().meta({ description: "Number of entries that no earlier file contained." }),
        waiting_because: z.enum(["opening_contradicts", "above_limit", "account_closed"]).nullable().optional().meta({
          description:
            "Why its payments are not booked until a person accepts the statement in the portal. `opening_contradicts`: its opening balance is not the closing balance of the statement that it follows. `above_limit`: the money that the file adds to it, together with what its author added in 24 hours, is above the limit for a second person. `account_closed`: entries were booked after the company had closed the account. Null: it does not wait.",
        }),
      }),
    ),
  })
  .meta({ id: "BankStatementFile" });

export function presentStatementFile({ id, isRepeated, statements }: StoredFile): z.infer<typeof bankStatementFileResource> {
  return {
    bank_statement_file_id: id,
    is_repeated: isRepeated,
    statements: statements.map((statement) => ({
      iban: statement.iban,
      currency: statement.currency,
      number: statement.number,
      opening_on: statement.openingOn,
      closing_on: statement.closingOn,
      closing_balance_cents: statement.closingCents,
      entries_count: statement.entries,
      new_entries_count: statement.newEntries,
      waiting_because: statement.waitsBecause,
    })),
  };
}

const LONGEST_NAME = 200;

export const statementFileQuery = z.object({
  file_name: field("invalid_file_name", (given) => (isNothing(given) ? "" : readText(given, LONGEST_NAME)), {
    type: ["string", "null"],
    maxLength: LONGEST_NAME,
    description: "Name of the file, shown in the portal.",
  }),
  iban: field("invalid_iban", (given) => (isNothing(given) ? "" : (readIban(given) ?? refused)), {
    type: ["string", "null"],
    maxLength: 34,
    description: "The account that the file is about, if a CSV file does not name it.",
  }),
});

/** Throws a refused file as an error of the interface, with line, element and reason in `Error-Field`. Rethrows other errors. */
export function refuseStatement(error: unknown): never {
  if (!(error instanceof StatementRefusal)) throw error;
  // Headers can contain only ASCII.
  throw new DomainError("invalid_bank_statement", "refused", error.message.replace(/[^\x20-\x7e]/g, "?"));
}
