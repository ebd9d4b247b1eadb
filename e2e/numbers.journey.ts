import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenCompany, givenImport, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { expectNumbersToLead } from "./expect-numbers-to-lead";
import { givenStaff, signInAs } from "./given";
import { expect, test } from "./test";

test("ten figures on an import, a company and Home lead to lists with the same sums", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  // Sends nothing while the figures are compared.
  const never = { request1Day: null, request2Day: null, reminder1Day: null, reminder2Day: null, reminder3Day: null };
  await db.update(companySettings).set(never).where(eq(companySettings.companyId, company.id));
  const partner40DaysAgo = { ...partner, actor: { ...partner.actor, clockOffsetMs: -40 * DAY_MS } };
  const into = await givenImport(partner40DaysAgo, { company });
  const paid = { type: "PAYMENT-LINE", amountCents: -4_500, paymentMethod: "ideal", date: new Date() } as const;
  await givenInvoice(partner40DaysAgo, { import: into, amountCents: 4_500, events: [paid] });
  const held = await givenInvoice(partner40DaysAgo, { import: into, amountCents: 9_900 });
  const asked = await givenInvoice(partner40DaysAgo, { import: into, amountCents: 12_345 });
  await transmitImport(db, partner40DaysAgo.actor, into.id);
  await holdInvoice(db, partner.actor, held.id, { kind: "stopped", reason: "Agreed on the phone" });
  await givenTicket(asked);
  await refreshRollups(db, { scope: { partnerId: partner.id } });
  await signInAs(page, await givenStaff(partner));

  const onImport = await expectNumbersToLead(page, `/imports/${into.id}`);
  const onCompany = await expectNumbersToLead(page, `/companies/${company.id}`);
  const most = 10 - onImport - onCompany;
  const onHome = await expectNumbersToLead(page, "/home", most);
  expect(onImport + onCompany + onHome).toBe(10);
});
