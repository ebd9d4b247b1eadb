import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { givenMailServer } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";
import { newCompany } from "@/server/testing/new-records";
import { createCallerFactory } from "@/server/trpc/init";
import { appRouter } from "@/server/trpc/router";
import { createCompany } from "./create-company";
import { updateCompany } from "./update-company";

const mailServer = givenMailServer();
const callerFor = createCallerFactory(appRouter);

async function administratorOf(partner: GivenPartner) {
  const { person } = await givenMember(partner, { role: "administrator" });
  return callerFor({ db, person, requestId: null });
}

const byKey = (partner: GivenPartner) => ({ ...partner.actor, kind: "key" as const, id: newId() });

const company = { name: "Club", brand: "brand_code_1", email: "club@club.example", locale: "en", countryCode: "gb", currency: "gbp" };
const bad = ["Club\r\nBcc: ada@members.example", "Visit https://evil.example now", "www.evil.example", "pay@evil.example"];

test.each(bad)("%j is refused as a company's name where people or the operator give it, and the field is named", async (name) => {
  const partner = await givenPartner();
  const caller = await administratorOf(partner);
  const refusal = { cause: { code: "invalid_name", field: "name" } };

  await expect(caller.companies.create({ ...company, name })).rejects.toMatchObject(refusal);
  await expect(createCompany(db, partner.actor, { ...newCompany, name })).rejects.toMatchObject(refusal.cause);
  const { id: companyId } = await caller.companies.create(company);
  const { version } = await caller.companies.get({ companyId });
  await expect(caller.companies.update({ ...company, companyId, version, name })).rejects.toMatchObject(refusal);
});

test("a company that has such a name keeps it when something else is changed, and can be given another", async () => {
  const partner = await givenPartner();
  const caller = await administratorOf(partner);
  const [name = ""] = bad;
  const given = { ...newCompany, partnerId: partner.id, id: newId(), name, createdAt: new Date() };
  const { id: companyId } = only(await db.insert(companies).values(given).returning());
  const { version } = await caller.companies.get({ companyId });

  const changed = await caller.companies.update({ ...company, companyId, version, name, city: "Northbank" });
  expect(changed).toMatchObject({ name, city: "Northbank" });
  expect(await updateCompany(db, partner.actor, companyId, { ...given, name: "Club" })).toMatchObject({ name: "Club" });
});

test("a partner's systems get a name back as they sent it, and mails show it in one line and without an address", async () => {
  const partner = await givenPartner();
  const name = "Club\r\nBcc: x@evil.example, https://evil.example";
  const { id, ...made } = await createCompany(db, byKey(partner), { ...newCompany, name });
  expect(made.name).toBe(name);
  expect(await updateCompany(db, byKey(partner), id, { ...newCompany, name })).toMatchObject({ name });

  const { company: sender, customerEmail, collect } = await givenCollected({ partner });
  await db.update(companies).set({ name }).where(eq(companies.id, sender.id));
  await collect();
  const mail = String(mailServer.received(customerEmail)).replaceAll("=\r\n", "");
  expect(mail).toMatch(/Club Bcc: x evil\.example/);
  expect(mail).not.toMatch(/^Bcc:/m);
  expect(mail).not.toContain("https://evil.example");
});
