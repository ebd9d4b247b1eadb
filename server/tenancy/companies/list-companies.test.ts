import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { versionOf } from "@/server/platform/row-version";
import { givenCompany, givenInvoice, givenPartner, givenTicket, times } from "@/server/testing/given";
import type { CompanyUpdate } from "./company";
import { getCompany } from "./find-company";
import { listCompanies, listCompanyNames } from "./list-companies";
import { updateCompany } from "./update-company";

const page = { pageNumber: 1, pageSize: 30 };

describe("the list of companies", () => {
  test("tells what is outstanding and how many conversations wait, by name in any letter case", async () => {
    const partner = await givenPartner();
    const [beta, alpha] = [await givenCompany(partner, { name: "beta" }), await givenCompany(partner, { name: "Alpha", currency: "CHF" })];
    const owed = await givenInvoice(partner, { company: beta, transmitted: true, amountCents: 700 });
    await givenInvoice(partner, { company: beta, transmitted: true, amountCents: 50 });
    await givenInvoice(partner, { company: beta, amountCents: 9_000 });
    await givenTicket(owed);
    await givenTicket(owed);
    await givenTicket(owed, { status: "archived" });
    await refreshRollups(db, { scope: { partnerId: partner.id } });

    const { entries, totalEntries } = await listCompanies(db, partner.actor, page);

    expect(entries).toMatchObject([
      { id: alpha.id, name: "Alpha", currency: "CHF", outstandingCents: 0, unansweredCount: 0 },
      { id: beta.id, name: "beta", currency: "EUR", outstandingCents: 750, unansweredCount: 1 },
    ]);
    expect(totalEntries).toBe(2);
  });

  test("is searched by any part of the name, and numbered in pages", async () => {
    const partner = await givenPartner();
    for (const name of ["Rowing Club 1", "Rowing Club 2", "Chess_Club", "100 % Chess"]) await givenCompany(partner, { name });
    const names = async (name: string) =>
      (await listCompanies(db, partner.actor, { name, ...page })).entries.map((company) => company.name);

    expect(await names("CLUB")).toEqual(["Chess_Club", "Rowing Club 1", "Rowing Club 2"]);
    expect(await names("_")).toEqual(["Chess_Club"]);
    expect(await names("%")).toEqual(["100 % Chess"]);
    const second = await listCompanies(db, partner.actor, { name: "club", pageNumber: 2, pageSize: 2 });
    expect(second).toMatchObject({ entries: [{ name: "Rowing Club 2" }], totalEntries: 3 });
  });

  test("has neither another partner's companies nor those out of sight", async () => {
    const partner = await givenPartner();
    const [mine, hidden] = [await givenCompany(partner, { name: "Mine" }), await givenCompany(partner, { name: "Hidden" })];
    await givenCompany(await givenPartner());
    const limited = { ...partner.actor, companyIds: [mine.id] };

    expect((await listCompanies(db, limited, page)).entries.map(({ id }) => id)).toEqual([mine.id]);
    expect(await listCompanies(db, limited, { name: "hidden", ...page })).toMatchObject({ entries: [], totalEntries: 0 });
    expect(await listCompanyNames(db, limited)).toMatchObject([
      { id: mine.id, name: "Mine", currency: "EUR", countryCode: mine.countryCode },
    ]);
    expect((await listCompanyNames(db, partner.actor)).map(({ id }) => id)).toEqual([hidden.id, mine.id]);
  });
});

describe("an edit of a company", () => {
  const update = (name: string): CompanyUpdate => ({
    name,
    brand: "brand_code_1",
    email: "office@club.example",
    locale: "nl",
    countryCode: "NL",
    currency: "EUR",
  });

  test("is refused when a colleague changed it since it was opened", async () => {
    const partner = await givenPartner();
    const { id } = await givenCompany(partner);
    const version = versionOf(await getCompany(db, partner.actor, id));
    await updateCompany(db, partner.actor, id, update("Theirs"), version);

    await expect(updateCompany(db, partner.actor, id, update("Mine"), version)).rejects.toMatchObject({ code: "changed_meanwhile" });

    expect((await getCompany(db, partner.actor, id)).name).toBe("Theirs");
  });

  test("succeeds for one of several at once", async () => {
    const partner = await givenPartner();
    const { id } = await givenCompany(partner);
    const version = versionOf(await getCompany(db, partner.actor, id));

    const outcomes = await Promise.allSettled(times(5, (index) => updateCompany(db, partner.actor, id, update(`Name ${index}`), version)));

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("of another partner's company finds none, also with its version", async () => {
    const { id } = await givenCompany(await givenPartner());
    const stranger = await givenPartner();

    await expect(updateCompany(db, stranger.actor, id, update("x"), "any")).rejects.toMatchObject({ code: "invalid_company_id" });
  });
});
