import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { getCompanySettings } from "./get-company-settings";
import { updateCompanySettings } from "./update-company-settings";

test("a period without a first day begins today at the earliest, so that one until 2035 is refused", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCompany(partner);
  const { settings, version } = await getCompanySettings(db, partner.actor, company.id);
  const endless = { ...settings, instalmentsFromCents: 5_000, instalmentsPeriodEndsOn: "2035-12-31" };
  await expect(updateCompanySettings(db, partner.actor, company.id, endless, version)).rejects.toMatchObject({
    code: "instalments_period_too_long",
  });
});
