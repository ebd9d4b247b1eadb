import { expect, test } from "vitest";
import { db } from "@/db/client";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { closeDebits, openDebits } from "@/server/tenancy/partners/open-debits";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor } from "@/server/testing/given-mandate";
import { getCompanySettings } from "./get-company-settings";
import { updateCompanySettings } from "./update-company-settings";

test("direct debits are for sandboxes, and for partners for whom the operator opened them; closed, those that are on stay on", async () => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const save = async (changes: Partial<CollectionSettings>) => {
    const { version, settings } = await getCompanySettings(db, partner.actor, company.id);
    await updateCompanySettings(db, partner.actor, company.id, { ...settings, ...changes }, version);
  };
  const refused = { code: "direct_debit_only_in_sandboxes" };
  await expect(save({ directDebit: true })).rejects.toMatchObject(refused);
  await openDebits(db, partner.id);
  await save({ directDebit: true });
  await closeDebits(db, partner.id);
  await save({ dueDays: 21 });
  await save({ directDebit: false });
  await expect(save({ directDebit: true })).rejects.toMatchObject(refused);
  await expect(openDebits(db, "0")).rejects.toMatchObject({ code: "invalid_partner_id" });
});
