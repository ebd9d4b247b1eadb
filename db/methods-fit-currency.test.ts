import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { env } from "@/server/env";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { connect, db } from "./client";
import { companySettings, importSettings } from "./schema/collection-settings";

test("the migration removes methods that do not fit the currency from settings, also from those of transmitted imports", async () => {
  const partner = await givenPartner();
  const [pounds, euros] = [
    await givenCompany(partner, { currency: "GBP", countryCode: "GB" }),
    await givenCompany(partner, { currency: "EUR", countryCode: "DE" }),
  ];
  const into = await givenImport(partner, { company: pounds });
  await givenInvoice(partner, { import: into, transmitted: true });
  const owner = connect(
    Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname, search: "?role=ics_owner" }).href,
    { max: 1 },
  );
  const execute = (text: string) => owner.db.transaction((tx) => tx.execute(sql.raw(text)));
  await execute(`alter table company_settings disable trigger user; alter table import_settings disable trigger user;
    update company_settings set payment_methods = '{sofort,credit_card,ideal}' where partner_id = '${partner.id}';
    update import_settings set payment_methods = '{ideal,sofort}' where partner_id = '${partner.id}';
    alter table company_settings enable trigger user; alter table import_settings enable trigger user`);

  await execute(readFileSync("db/migrations/0040_methods_fit_currency.sql", "utf8"));
  await owner.close();
  const ofCompany = async (id: string) =>
    (await db.select().from(companySettings).where(eq(companySettings.companyId, id)))[0]?.paymentMethods;
  expect(await ofCompany(pounds.id)).toEqual(["credit_card"]);
  expect(await ofCompany(euros.id)).toEqual(["credit_card", "ideal"]);
  const [ofImport] = await db.select().from(importSettings).where(eq(importSettings.importId, into.id));
  expect(ofImport?.paymentMethods).toEqual(["credit_card", "bank_transfer"]);
});
