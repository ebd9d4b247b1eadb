import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { givenCompany, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenCreditor, givenMandate, mandateFacts } from "@/server/testing/given-mandate";
import { givenMember } from "@/server/testing/given-person";
import { findMandateOfInvoice, getMandate } from "./find-mandate";
import { listMandates } from "./list-mandates";
import { recordMandates } from "./record-mandates";
import { withdrawMandate } from "./withdraw-mandate";

const page = { pageNumber: 1, pageSize: 10 };

async function ready() {
  const partner = await givenPartner();
  return { partner, company: await givenCreditor(partner) };
}

describe("the mandate of an invoice", () => {
  test("is the valid one of its payer with its company, until it is withdrawn or expires", async () => {
    const { partner, company } = await ready();
    const customerEmail = "Ada@members.example";
    const invoice = await givenInvoice(partner, { company, invoice: { customerEmail } });
    const elsewhere = await givenInvoice(partner, { company: await givenCreditor(partner), invoice: { customerEmail } });
    const of = (id: string, actor = partner.actor) => findMandateOfInvoice(db, actor, id);
    expect(await of(invoice.id)).toBeUndefined();
    const mandate = await givenMandate(partner, company, { customerEmail });
    expect(await of(invoice.id)).toMatchObject({ id: mandate.id, state: "valid" });
    expect(await of(elsewhere.id)).toBeUndefined();
    expect(await of(invoice.id, { ...partner.actor, clockOffsetMs: 1_200 * DAY_MS })).toBeUndefined();
    expect(await of(invoice.id, (await givenPartner()).actor)).toBeUndefined();
    await withdrawMandate(db, partner.actor, mandate.id);
    expect(await of(invoice.id)).toBeUndefined();
  });

  test("is none of the scheme B2B, unless the customer is an organisation", async () => {
    const { partner, company } = await ready();
    const customerEmail = "office@members.example";
    const mandate = await givenMandate(partner, company, { customerEmail, scheme: "B2B", organization: "Boats Ltd" });
    const person = await givenInvoice(partner, { company, invoice: { customerEmail } });
    const organisation = await givenInvoice(partner, { company, invoice: { customerEmail, customerOrganization: "Boats Ltd" } });
    expect(await findMandateOfInvoice(db, partner.actor, person.id)).toBeUndefined();
    expect(await findMandateOfInvoice(db, partner.actor, organisation.id)).toMatchObject({ id: mandate.id });
  });
});

describe("a withdrawal", () => {
  test("ends the mandate once, also for simultaneous callers, and frees the payer for another one", async () => {
    const { partner, company } = await ready();
    const facts = mandateFacts();
    const { id } = await givenMandate(partner, company, facts);
    const outcomes = await Promise.all(times(6, () => withdrawMandate(db, partner.actor, id)));
    expect(new Set(outcomes.map(({ state, endedAt }) => `${state} ${endedAt?.toISOString()}`)).size).toBe(1);
    expect(await getMandate(db, partner.actor, id)).toMatchObject({ state: "withdrawn", endedBy: "system" });
    expect(await recordMandates(db, partner.actor, company.id, [facts])).toMatchObject([{ faults: [{ code: "mandate_ended" }] }]);
    const again = mandateFacts({ customerEmail: facts.customerEmail });
    expect(await recordMandates(db, partner.actor, company.id, [again])).toMatchObject([{ isNew: true }]);
  });

  test("of another partner's mandate, and of one whose company the person may not see, is as that of a missing one", async () => {
    const { partner, company } = await ready();
    const { id } = await givenMandate(partner, company);
    const limited = (await givenMember(partner, { companyIds: [(await givenCompany(partner)).id] })).actor;
    for (const actor of [(await givenPartner()).actor, limited]) {
      await expect(withdrawMandate(db, actor, id)).rejects.toMatchObject({ code: "invalid_mandate_id" });
      await expect(getMandate(db, actor, id)).rejects.toMatchObject({ code: "invalid_mandate_id" });
    }
    expect(await getMandate(db, partner.actor, id)).toMatchObject({ state: "valid" });
  });
});

describe("the list", () => {
  test("has a company's mandates in the order of recording, one page at a time, and nobody else's", async () => {
    const { partner, company } = await ready();
    const given = [];
    for (let nth = 0; nth < 3; nth += 1) given.push((await givenMandate(partner, company)).id);
    await givenMandate(partner, await givenCreditor(partner));
    const first = await listMandates(db, partner.actor, company.id, { pageNumber: 1, pageSize: 2 });
    const second = await listMandates(db, partner.actor, company.id, { pageNumber: 2, pageSize: 2 });
    expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(given);
    expect(first.totalEntries).toBe(3);
    await expect(listMandates(db, (await givenPartner()).actor, company.id, page)).rejects.toMatchObject({ code: "invalid_company_id" });
  });

  test("finds by parts of reference, holder, e-mail address and IBAN, and takes no character for a pattern", async () => {
    const { partner, company } = await ready();
    const { id } = await givenMandate(partner, company, {
      reference: "NB-77",
      holder: "Zoë %",
      customerEmail: "zoe@members.example",
      iban: "DE02120300000000202051",
    });
    await givenMandate(partner, company);
    for (const search of ["b-77", "ZOË", "%", "Zoe@", "de02 1203"])
      expect(
        (await listMandates(db, partner.actor, company.id, { ...page, search })).entries.map((each) => each.id),
        search,
      ).toEqual([id]);
    expect((await listMandates(db, partner.actor, company.id, { ...page, search: "__" })).totalEntries).toBe(0);
  });
});

describe("a withdrawn mandate names its author:", () => {
  test("the payer on their page, a person, or a system by its key", async () => {
    const { partner, company } = await ready();
    const member = await givenMember(partner, { name: "Femke Aarts" });
    const withdrawnBy = async (actor: Actor) => {
      const { id } = await givenMandate(partner, company);
      return (await withdrawMandate(db, actor, id)).withdrawnBy;
    };
    expect(await withdrawnBy({ ...partner.actor, kind: "customer", id: newId() })).toEqual({ kind: "page", name: null });
    expect(await withdrawnBy(member.actor)).toEqual({ kind: "staff", name: "Femke Aarts" });
    const key = await createApiKey(db, partner.id, { name: "club system" });
    expect(await withdrawnBy({ ...partner.actor, kind: "key", id: key.id })).toEqual({ kind: "interface", name: "club system" });
    const { entries } = await listMandates(db, partner.actor, company.id, page);
    expect(entries.map(({ withdrawnBy: by }) => by?.kind)).toEqual(["page", "staff", "interface"]);
    expect((await getMandate(db, partner.actor, (await givenMandate(partner, company)).id)).withdrawnBy).toBeNull();
  });
});
