import { type SQL, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { mandates } from "@/db/schema/mandates";
import { whereUntold } from "@/server/billing/mandates/tell-expiries";
import { mandateExpiresOn } from "@/server/billing/mandates/valid-mandate";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { settleTables } from "@/server/testing/settled-tables";
import { whereReturns } from "./release-waiting-returns";

const ROWS = 20_000;
const NAME = "plans_of_returns";

// The planner decides by statistics, which other files' records would change.
givenOwnDatabase(NAME);

const settled = () => settleTables(Object.assign(new URL(inject("adminUrl")), { pathname: `/${NAME}` }).href);

interface Plan {
  "Index Name"?: string;
  "Node Type": string;
  Plans?: Plan[];
}

/** Returns the names of the indexes that the statement reads, and `Seq Scan` for each table that it reads whole. */
async function readBy(statement: SQL): Promise<string[]> {
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  const explained = await db.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(sql`explain (format json) ${statement}`);
  return nodes(only(explained)["QUERY PLAN"][0].Plan).flatMap((node) =>
    node["Node Type"] === "Seq Scan" ? ["Seq Scan"] : (node["Index Name"] ?? []),
  );
}

test("returns of the same debits are found by an index, however many outgoing payments there are", async () => {
  const { partner, told, transactions } = await givenBankingCompany();
  await told([{ cents: 100 }]);
  const { entryId, companyId, bankAccountId } = only(await transactions());
  await db.execute(sql`insert into bank_transactions (partner_id, id, entry_id, company_id, bank_account_id, amount_cents, currency, booked_on,
      value_on, is_reversal, name, iban, text, "references", end_to_end_id, return_reason, instructed, state)
    select ${partner.id}, lpad(to_hex(n), 40, '0'), ${entryId}, ${companyId}, ${bankAccountId}, -n, 'EUR', '2026-11-25', '2026-11-25', false,
      'Name ' || n, '', 'text', '{}', case when n % 2 = 0 then '' else lpad(to_hex(n), 35, 'A') end, '', '', 'noted'
    from generate_series(1, ${ROWS}::int) n`);
  await settled();
  const { id, state } = bankTransactions;
  const where = whereReturns(partner.id, [`${"a".repeat(34)}1`]);
  for (const wanted of ["noted", "open"])
    expect(await readBy(sql`select ${id} from ${bankTransactions} where ${where} and ${state} = ${wanted}`)).toEqual([
      "bank_transactions_returning",
    ]);
});

test("mandates whose expiry is to be told are found by an index, however many have expired or are valid", async () => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const { id } = await givenMandate(partner, company);
  // Half of them expired long ago, of which people were told.
  await db.execute(sql`insert into mandates (partner_id, id, company_id, customer_key, holder, iban, scheme, sequence, reference, signed_on,
      expiry_told_on, source, created_at, created_by)
    select m.partner_id, lpad(to_hex(n), 40, '0'), m.company_id, 'planned' || n || '@members.example', m.holder, m.iban, m.scheme, m.sequence,
      'P-' || n, case when n % 2 = 0 then date '2020-01-01' else m.signed_on end, case when n % 2 = 0 then date '2023-01-01' end,
      m.source, m.created_at, m.created_by
    from mandates m, generate_series(1, ${ROWS}::int) n where m.partner_id = ${partner.id} and m.id = ${id}`);
  await settled();
  const where = whereUntold(sql`current_date`);
  const untold = sql`select ${mandates.id} from ${mandates} where ${mandates.partnerId} = ${partner.id} and ${where}`;
  expect(await readBy(sql`${untold} order by ${mandateExpiresOn} limit 1000`)).toEqual(["mandates_untold"]);
  expect(await readBy(sql`select (${untold} order by ${mandateExpiresOn} limit 1) is not null`)).toEqual(["mandates_untold"]);
});
