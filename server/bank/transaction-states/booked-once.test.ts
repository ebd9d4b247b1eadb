import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { newId } from "@/server/platform/id";
import { givenBankingCompany } from "@/server/testing/given-statement";

test("the database refuses a payment that is booked without anything booked of it, whether stored so or changed", async () => {
  const company = await givenBankingCompany();
  await company.told([{ cents: 4_500, name: "Ada Brandsma" }]);
  const { id } = only(await company.transactions());
  const stored = (state: string) =>
    db.execute(sql`insert into bank_transactions (partner_id, id, entry_id, company_id, bank_account_id, amount_cents, currency, booked_on, value_on,
        is_reversal, name, iban, text, "references", end_to_end_id, return_reason, instructed, state)
      select partner_id, ${newId()}, entry_id, company_id, bank_account_id, amount_cents, currency, booked_on, value_on,
        is_reversal, name, iban, text, "references", end_to_end_id, return_reason, instructed, ${state}::bank_transaction_state
      from bank_transactions where id = ${id}`);
  const refused = { cause: expect.objectContaining({ constraint_name: "bank_transactions_booked_once" }) };

  await expect(stored("booked")).rejects.toMatchObject(refused);
  await expect(db.execute(sql`update bank_transactions set state = 'booked' where id = ${id}`)).rejects.toMatchObject(refused);
  await stored("new");
  expect((await company.transactions()).map(({ state }) => state)).toEqual(["open", "new"]);
});
