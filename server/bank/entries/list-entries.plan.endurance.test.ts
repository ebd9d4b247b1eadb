import { eq, type SQL, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements } from "@/db/schema/bank-statements";
import { readAsPartner } from "@/server/platform/read-as-partner";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { settleTables } from "@/server/testing/settled-tables";
import { countStatement } from "./count-entries";
import { pageStatement } from "./list-entries";

const ENTRIES = 20_000;
const NAME = "plans_of_entries";

// The planner decides by statistics, which other files' records would change.
givenOwnDatabase(NAME);

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

/** Returns all nodes of the statement's plan, behind row security. `settings`: statements before it. */
function planOf(partnerId: string, statement: SQL, settings: SQL = sql`select 1`): Promise<Plan[]> {
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  return readAsPartner(db, partnerId, async (tx) => {
    await tx.execute(settings);
    const explained = await tx.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(sql`explain (format json) ${statement}`);
    return nodes(only(explained)["QUERY PLAN"][0].Plan);
  });
}

test("the first pages of a long statement are read from indexes, in order, behind row security", async () => {
  const { partner, told } = await givenBankingCompany();
  await told([{ cents: 100 }]);
  const { id, companyId, bankAccountId } = only(await db.select().from(bankStatements).where(eq(bankStatements.partnerId, partner.id)));
  await db.execute(sql`insert into statement_entries (partner_id, id, statement_id, line, amount_cents, booked_on, bank_reference, is_opened)
    select ${partner.id}, lpad(to_hex(n), 40, '0'), ${id}, n + 100, n, '2026-11-25', '', true from generate_series(1, ${ENTRIES}::int) n`);
  await db.execute(sql`insert into bank_transactions (partner_id, id, entry_id, company_id, bank_account_id, amount_cents, currency, booked_on,
      value_on, is_reversal, name, iban, text, "references", end_to_end_id, return_reason, instructed, state)
    select ${partner.id}, lpad(to_hex(n), 40, '0'), lpad(to_hex(n), 40, '0'), ${companyId}, ${bankAccountId}, -n, 'EUR', '2026-11-25',
      '2026-11-25', false, 'Name ' || n, '', 'text', '{}', '', '', '', 'noted' from generate_series(1, ${ENTRIES}::int) n`);
  await settleTables(Object.assign(new URL(inject("adminUrl")), { pathname: `/${NAME}` }).href);

  const query = { statementId: id, outcome: null, category: null, sort: "place", pageSize: 50, paymentId: null } as const;
  for (const [direction, pageNumber] of [
    ["asc", 1],
    ["asc", 20],
    ["desc", 1],
  ] as const) {
    const statement = pageStatement(
      partner.actor,
      { id, hasRepeats: false, number: "", iban: "", openingOn: null, closingOn: null },
      { ...query, direction, pageNumber },
    );
    const plan = await planOf(partner.id, statement);
    const indexes = plan.flatMap((node) => node["Index Name"] ?? []);
    expect(indexes.toSorted(), `${direction} ${pageNumber}`).toEqual(["bank_transactions_by_entry", "statement_entries_in_order"]);
    expect(plan.map((node) => node["Node Type"])).not.toContain("Sort");
  }
});

test("what is left of a payment is summed by the index of its bookings, behind row security", async () => {
  const { partner, told } = await givenBankingCompany();
  await told([{ cents: 100 }]);
  const { id } = only(await db.select().from(bankStatements).where(eq(bankStatements.partnerId, partner.id)));
  // The tables are small here, so that Postgres would read them whole.
  const plan = await planOf(
    partner.id,
    countStatement(partner.actor, { id, hasRepeats: false, number: "", iban: "", openingOn: null, closingOn: null }),
    sql`set local enable_seqscan = off`,
  );
  const ofPayments = plan.filter((node) => node["Relation Name"] === "payments");
  expect(ofPayments).toMatchObject([{ "Node Type": "Index Scan", "Index Name": "payments_by_bank_transaction" }]);
  expect(ofPayments[0]?.["Index Cond"]).toContain("bank_transaction_id");
});
