import { expect, test } from "vitest";
import { db } from "@/db/client";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import type { GivenMandate } from "@/server/billing/mandates/mandate-fields";
import { amendMandateByHand, recordMandateByHand } from "@/server/billing/mandates/record-by-hand";
import { recordMandates } from "@/server/billing/mandates/record-mandates";
import { findCustomer } from "@/server/customer-page/find-customer";
import { dayAt } from "@/server/domain/formats/calendar";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { givenPartner } from "@/server/testing/given";
import { formOf } from "@/server/testing/given-consent";
import { secretOf } from "@/server/testing/given-customer";
import { booking, COLLECTED_ON, type DebitAtBank, givenDebitsAtBank, returned } from "@/server/testing/given-debits-at-bank";

const OTHER = "DE89370400440532013000";

/** The payer of a debit that the bank rejected for the reason; undefined: it is at the bank. */
async function givenRejected(reason: string | undefined) {
  const given = await givenDebitsAtBank([{ locale: "en" }], { isOn: true });
  const [failed] = given.debits as [DebitAtBank];
  const invoice = failed.invoices[0];
  if (!invoice) throw new Error("The debit collects nothing");
  const secret = secretOf(await customerLink(db, given.partner.actor, invoice.id));
  const actor = await findCustomer(db, secret, null);
  if (!actor) throw new Error("The link opens nothing");
  if (reason) await given.report({ status: "PART", payments: [{ endToEndId: failed.debit.endToEndId, status: "RJCT", reason }] });
  const customer = { invoice, secret, actor };
  const iban = failed.debit.iban ?? "";
  return { ...given, ...customer, failed, iban, page: () => customerPageOf(customer), ...formOf(customer) };
}

test.each(["AC04", "AC01", "AC15", "AG01"])(
  "an account that the bank rejected with %s is not accepted on the page again, another one is",
  async (code) => {
    const { give, iban, mandate, failed } = await givenRejected(code);
    expect(await mandate(failed.debit)).toMatchObject({ endedReason: "returned" });
    expect(await give({ iban, holder: "Somebody Else" })).toEqual({ faults: { iban: "account_refused" } });
    expect(await give({ iban: OTHER })).toMatchObject({ mandate: { iban: OTHER } });
    // Nor as another account for the new mandate.
    expect(await give({ iban })).toEqual({ faults: { iban: "account_refused" } });
  },
);

test.each(["AC06", "MD01", "AM04"])("after %s the same account can be given again, because it may be debited", async (code) => {
  const { give, iban, mandate, failed } = await givenRejected(code);
  if ((await mandate(failed.debit))?.endedAt) expect(await give({ iban })).toMatchObject({ mandate: { iban } });
  else expect(await give({ iban, holder: "New Name" })).toMatchObject({ mandate: { iban, holder: "New Name" } });
});

test("an account that came back after its booking is refused; one that staff recorded by hand again is the payer's", async () => {
  const { told, failed, give, iban, partner, company, mandate } = await givenRejected(undefined);
  await told([booking(failed)]);
  await told([returned(failed, { returnReason: "AC04" })], { id: "S2" });
  expect(await give({ iban })).toEqual({ faults: { iban: "account_refused" } });
  const { customerKey } = (await mandate(failed.debit)) ?? {};
  const signed = { reference: "AGAIN-1", holder: "Ada Brandsma", iban, signedOn: COLLECTED_ON, customerEmail: customerKey };
  expect(await recordMandates(db, partner.actor, company.id, [signed])).toMatchObject([{ isNew: true }]);
  expect(await give({ iban, holder: "Ada Brandsma-Visser" })).toMatchObject({ mandate: { iban, holder: "Ada Brandsma-Visser" } });
});

test("the refusal is for this payer alone", async () => {
  const { iban } = await givenRejected("AC04");
  const other = await givenRejected("MD01");
  expect(await other.give({ iban })).toMatchObject({ mandate: { iban } });
});

test("the page says why the debit failed, names the account's end, and asks for another one until it is given", async () => {
  const { page, give, iban } = await givenRejected("AC04");
  const before = await page();
  expect(before).toMatch(
    new RegExp(
      `The direct debit of [^.]* from the account with the IBAN ending in ${iban.slice(-4)} failed. The bank’s reason: the account is closed.`,
    ),
  );
  expect(before).toContain("please give another account");
  await give({ iban: OTHER });
  const after = await page();
  expect(after).toContain("the account is closed");
  expect(after).not.toContain("please give another account");
});

test.each([
  ["AC01", "please give the correct number of this account, or another account."],
  ["AG01", "please give another account."],
])("after %s the page asks for what helps", async (code, words) => {
  const { page } = await givenRejected(code);
  expect(await page()).toContain(words);
});

test("beside a valid mandate for an account that the bank called blocked, the page asks for another one if that is still so", async () => {
  const { page, give, iban } = await givenRejected("AC06");
  await give({ iban, holder: "New Name" });
  expect(await page()).toContain(
    "Your mandate for this account is valid. If the bank’s reason still applies, please give another account for the next direct debits.",
  );
});

test("after a debit without cover the page names the reason, and asks for no other account", async () => {
  const page = await (await givenRejected("AM04")).page();
  expect(page).toContain("there was not enough money in the account");
  expect(page).not.toContain("please give another account");
});

test("the page says nothing of a failed debit while it goes on, and no reason that payers are not told", async () => {
  expect(await (await givenRejected(undefined)).page()).not.toContain("failed");
  const died = await (await givenRejected("MD07")).page();
  expect(died).toMatch(/ending in \w{4} failed\.</);
});

test("staff are asked with the bank's code and day before the account is recorded again, and may record it nevertheless", async () => {
  const { partner, company, iban, failed, mandate } = await givenRejected("AC04");
  const { customerKey = "" } = (await mandate(failed.debit)) ?? {};
  const signed = { reference: "AGAIN-2", holder: "Ada Brandsma", signedOn: COLLECTED_ON, customerEmail: customerKey };
  const record = (given: GivenMandate, isRefusalSeen = false) =>
    recordMandateByHand(db, partner.actor, company.id, given, { isRefusalSeen });
  expect(await record({ ...signed, iban })).toEqual({ asked: { code: "AC04", failedOn: dayAt(new Date()) } });
  const taken = await record({ ...signed, iban: OTHER });
  const id = "mandate" in taken ? taken.mandate.id : "";
  const amend = (isRefusalSeen: boolean) => amendMandateByHand(db, partner.actor, id, { iban }, { isRefusalSeen });
  expect(await amend(false)).toMatchObject({ asked: { code: "AC04" } });
  expect(await amend(true)).toMatchObject({ mandate: { iban } });
  // Another partner learns nothing.
  const other = await givenPartner();
  await expect(recordMandateByHand(db, other.actor, company.id, { ...signed, iban }, { isRefusalSeen: false })).rejects.toMatchObject({
    code: "invalid_company_id",
  });
});

test("staff who record the refused account as a new mandate after the question have it recorded", async () => {
  const { partner, company, iban, failed, mandate } = await givenRejected("AC01");
  const { customerKey = "" } = (await mandate(failed.debit)) ?? {};
  const signed = { reference: "AGAIN-3", holder: "Ada Brandsma", signedOn: COLLECTED_ON, customerEmail: customerKey, iban };
  expect(await recordMandateByHand(db, partner.actor, company.id, signed, { isRefusalSeen: true })).toMatchObject({ mandate: { iban } });
});
