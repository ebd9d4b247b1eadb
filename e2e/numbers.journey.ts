import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { companies, imports, partners } from "@/db/schema";
import { companySettings } from "@/db/schema/collection-settings";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { refreshRollups } from "@/server/billing/rollups/refresh-rollups";
import { partnerPlans } from "@/server/demo/clubs";
import { DAY_MS, MINUTE_MS } from "@/server/domain/time";
import { givenCompany, givenImport, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { expectFiguresToAgree, expectNumbersToLead } from "./expect-numbers-to-lead";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("every number on an import and a company opens a list whose sum it is", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  // Sends nothing while the figures are compared.
  const never = { request1Day: null, request2Day: null, reminder1Day: null, reminder2Day: null, reminder3Day: null };
  await db.update(companySettings).set(never).where(eq(companySettings.companyId, company.id));
  const then = { ...partner, actor: { ...partner.actor, clockOffsetMs: -40 * DAY_MS } };
  const into = await givenImport(then, { company });
  const paid = { type: "PAYMENT-LINE", amountCents: -4_500, paymentMethod: "ideal", date: new Date() } as const;
  await givenInvoice(then, { import: into, amountCents: 4_500, events: [paid] });
  const held = await givenInvoice(then, { import: into, amountCents: 9_900 });
  const asked = await givenInvoice(then, { import: into, amountCents: 12_345 });
  await transmitImport(db, then.actor, into.id);
  await holdInvoice(db, partner.actor, held.id, { kind: "stopped", reason: "Agreed on the phone" });
  await givenTicket(asked);
  await refreshRollups(db, { scope: { partnerId: partner.id } });
  await signInAs(page, await givenStaff(partner));

  expect(await expectNumbersToLead(page, `/imports/${into.id}`)).toBeGreaterThanOrEqual(5);
  await visit(page, `/imports/${into.id}`);
  await expectUsable(page);
  expect(await expectNumbersToLead(page, `/companies/${company.id}`)).toBeGreaterThanOrEqual(1);
});

test("in the demo every number that is drawn on Home, an import, a company and a list's tabs opens a list whose sum it is", async ({
  page,
}) => {
  // About 400 figures, each of which requests a page. The journey above clicks on them.
  test.setTimeout(20 * MINUTE_MS);
  const names = partnerPlans.map(({ name }) => name);
  // As an operator does, with the built program.
  await promisify(execFile)(process.execPath, [".next/service/manage.mjs", "demo:load"]);
  const compared = new Set<string>();
  for (const partner of await db.select().from(partners).where(inArray(partners.name, names))) {
    const { id } = partner;
    await refreshRollups(db, { scope: { partnerId: id } });
    await signInAs(page, await givenStaff(partner));
    const ofPartner = await db.select({ id: companies.id }).from(companies).where(eq(companies.partnerId, id));
    const imported = await db.select({ id: imports.id }).from(imports).where(eq(imports.partnerId, id));
    const pages = ["/home", "/invoices", "/imports", "/tickets", "/companies"];
    pages.push(...ofPartner.flatMap((company) => [`/home?company=${company.id}`, `/companies/${company.id}`]));
    pages.push(...imported.map((each) => `/imports/${each.id}`));
    for (const path of pages) await expectFiguresToAgree(page, path, compared);
  }
  expect(compared.size).toBeGreaterThan(300);
});
