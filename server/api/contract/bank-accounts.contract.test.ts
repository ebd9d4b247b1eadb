import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { closeBankAccount } from "@/server/tenancy/bank-accounts/close-bank-account";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenImport, givenPartner } from "@/server/testing/given";
import { accountFacts, givenBankAccount } from "@/server/testing/given-bank-account";
import { outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  return { partner, company, client: clientOf(partner), path: `/companies/${company.id}/bank_accounts` };
}

const bodyOf = ({ holder, iban }: ReturnType<typeof accountFacts>, more = {}) => ({ holder, iban, ...more });
const without = { bic: null, qr_iban: null, creditor_identifier: null };

test("a new account is shown and listed, and waits for a day, because a key cannot prove who holds it", async () => {
  const { client, company, path } = await ready();
  const { holder, iban } = accountFacts();
  const spaced = iban.toLowerCase().replace(/(.{4})/g, "$1 ");

  const added = await client.post(path, { holder: ` ${holder}  `, iban: spaced, creditor_identifier: "de98 zzz 0999 9999 999" });

  expect(added.status).toBe(200);
  const account = added.body as { bank_account_id: string; waiting: { in_force_at: string } };
  expect(account).toEqual({
    bank_account_id: expect.stringMatching(/^[0-9a-f]{40}$/),
    company_id: company.id,
    in_force: null,
    waiting: { holder, iban, ...without, creditor_identifier: "DE98ZZZ09999999999", in_force_at: expect.any(String) },
    closed_at: null,
  });
  expect((await client.get(`/bank_accounts/${account.bank_account_id}`)).body).toEqual(account);
  expect((await client.get(path)).body).toEqual({ bank_accounts: [account] });
});

test("a change contains all fields of the account, and is requested once", async () => {
  const { client, partner, company } = await ready();
  const account = await givenBankAccount(partner, company, { bic: "ABNANL2A" });
  const path = `/bank_accounts/${account.id}`;
  const facts = accountFacts();

  const changed = await client.put(path, bodyOf(facts));

  expect(changed.body).toMatchObject({
    in_force: { iban: account.current?.iban, bic: "ABNANL2A" },
    waiting: { iban: facts.iban, bic: null },
  });
  expect((await client.put(path, bodyOf(facts))).body).toEqual(changed.body);
  expect(outcome(await client.put(path, bodyOf(accountFacts())))).toBe("422 bank_account_change_waiting");
  await closeBankAccount(db, partner.actor, account.id);
  expect(outcome(await client.put(path, bodyOf(facts)))).toBe("422 bank_account_closed");
  expect(outcome(await client.put(path, {}))).toBe("422 invalid_account_holder");
});

describe("invalid account details are refused with the field", () => {
  const wrong: [Record<string, unknown>, string][] = [
    [{ holder: "" }, "invalid_account_holder"],
    [{ holder: "x".repeat(71) }, "invalid_account_holder"],
    [{ holder: ["Club"] }, "invalid_account_holder"],
    [{ iban: "NL91ABNA0417164301" }, "invalid_iban"],
    [{ iban: "CH4431999123000889012" }, "invalid_iban"],
    [{ iban: 5 }, "invalid_iban"],
    [{ bic: "ABN" }, "invalid_bic"],
    [{ qr_iban: "NL91ABNA0417164300" }, "invalid_qr_iban"],
    [{ creditor_identifier: "DE99ZZZ09999999999" }, "invalid_creditor_identifier"],
    [{ iban: "US64SVBKUS6S3300958879" }, "invalid_iban"],
    [{ iban: "BR1500000000000010932840814P2" }, "bank_account_not_in_currency"],
  ];
  test.each(wrong)("%j: %s", async (fields, code) => {
    const { client, path } = await ready();
    const reply = await client.post(path, { ...bodyOf(accountFacts()), ...fields });
    expect(outcome(reply)).toBe(`422 ${code}`);
    if (code.startsWith("invalid")) expect(reply.headers.get("error-field")).toBe(Object.keys(fields)[0]);
  });

  test("the same account cannot be added twice", async () => {
    const { client, path } = await ready();
    const body = bodyOf(accountFacts());
    await client.post(path, body);
    expect(outcome(await client.post(path, body))).toBe("422 bank_account_exists");
  });
});

test("an import names the account it is paid into, and accepts another one of its company", async () => {
  const { client, partner, company } = await ready();
  const first = await givenBankAccount(partner, company);
  const second = await givenBankAccount(partner, company);
  const { id } = await givenImport(partner, { company });
  const path = `/imports/${id}/settings`;

  expect((await client.get(path)).body).toMatchObject({ bank_account_id: first.id });
  expect((await client.put(path, { bank_account_id: second.id })).body).toMatchObject({ bank_account_id: second.id });
  expect((await client.put(path, { due_days: 20 })).body).toMatchObject({ due_days: 20, bank_account_id: second.id });
  expect((await client.put(path, { bank_account_id: null })).body).toMatchObject({ bank_account_id: null });
  const elsewhere = await givenBankAccount(partner, await givenCompany(partner));
  for (const bank_account_id of [elsewhere.id, "0".repeat(40), "x", 7]) {
    expect(outcome(await client.put(path, { bank_account_id }))).toBe("422 invalid_bank_account_id");
  }
});
