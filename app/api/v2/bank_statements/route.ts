import { json } from "@/server/api/answer";
import { bankStatementFileResource, presentStatementFile, statementFileQuery } from "@/server/api/bank-statement";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { DomainError } from "@/server/errors";

/** Time-out in ms, including sending and reading a large file. */
const TIMEOUT_MS = 5 * 60_000;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Add a bank statement",
      description:
        "The body is the bank's file: camt.052, camt.053, camt.054, MT940 or CSV, a report about a refund file of the portal (pain.002), or a zip archive of several, up to 64 MB. A report adds no statement. The first CSV file with given columns must be uploaded in the portal, where a person confirms what they mean. A file is stored completely or refused. Statements and entries that are already stored are not added again, so the same file can be sent again. Payments are matched with invoices in the background.",
      tag: "Bank",
      scope: "bank",
      takesFile: true,
      timeoutMs: TIMEOUT_MS,
      parameters: statementFileQuery,
      answer: bankStatementFileResource,
      errors: ["invalid_file_name", "invalid_iban", "invalid_bank_statement"],
    },
    async ({ db, actor, file, parameters }) => {
      if (!file) throw new DomainError("invalid_bank_statement");
      return json(
        presentStatementFile(await storeStatementFile(db, actor, { name: parameters.file_name, account: parameters.iban }, file)),
      );
    },
  ),
});
