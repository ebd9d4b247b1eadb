import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { securityEvents } from "@/db/schema/security-events";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { closeBankAccount } from "./close-bank-account";
import { type DebitSettings, debitSettingsInput, getDebitSettings, updateDebitSettings } from "./debit-settings";

async function ready() {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  return { partner, company, account: await givenBankAccount(partner, company) };
}

const initial: DebitSettings = {
  leadDays: 2,
  cutOffHour: 10,
  sequence: "RCUR",
  isOneFilePerBatch: false,
  hasCreditorAddress: false,
  batchBooking: true,
};

test("an account has the usual settings until they are changed, and each change is logged with what changed", async () => {
  const { partner, company, account } = await ready();
  const other = await givenBankAccount(partner, company);
  expect(await getDebitSettings(db, partner.actor, account.id)).toEqual(initial);
  await updateDebitSettings(db, partner.actor, account.id, { ...initial, leadDays: 1 });
  await updateDebitSettings(db, partner.actor, account.id, { ...initial, leadDays: 1, sequence: "FRST_FNAL", batchBooking: false });
  expect(await getDebitSettings(db, partner.actor, account.id)).toEqual({
    ...initial,
    ...{ leadDays: 1, sequence: "FRST_FNAL", batchBooking: false },
  });
  expect(await getDebitSettings(db, partner.actor, other.id)).toEqual(initial);
  const [event] = await db.select().from(securityEvents).where(eq(securityEvents.partnerId, partner.id)).orderBy(desc(securityEvents.id));
  expect(event).toMatchObject({
    ...{ kind: "debit_settings_changed", about: `company:${company.id}`, before: { sequence: "RCUR", batchBooking: true } },
    after: { account: account.id, sequence: "FRST_FNAL", batchBooking: false },
  });
});

test("a closed account and another partner's keep their settings", async () => {
  const { partner, account } = await ready();
  const stranger = await givenPartner();
  await expect(updateDebitSettings(db, stranger.actor, account.id, initial)).rejects.toMatchObject({ code: "invalid_bank_account_id" });
  await expect(getDebitSettings(db, stranger.actor, account.id)).rejects.toMatchObject({ code: "invalid_bank_account_id" });
  await closeBankAccount(db, partner.actor, account.id);
  await expect(updateDebitSettings(db, partner.actor, account.id, { ...initial, leadDays: 3 })).rejects.toMatchObject({
    code: "bank_account_closed",
  });
});

describe("settings are refused", () => {
  test.each([{ leadDays: 0 }, { leadDays: 15 }, { leadDays: 1.5 }, { cutOffHour: 24 }, { cutOffHour: -1 }, { sequence: "ALL" }])(
    "%o",
    (wrong) => {
      expect(debitSettingsInput.safeParse({ ...initial, ...wrong }).success).toBe(false);
    },
  );
});
