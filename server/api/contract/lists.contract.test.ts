import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { tickets } from "@/db/schema/tickets";
import { newId } from "@/server/platform/id";
import { clientOf } from "@/server/testing/client";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { outcome } from "@/server/testing/replies";

/** The two lists of the interface, each with a function that adds entries, oldest first. */
const lists = {
  tickets: async (partner: GivenPartner, entries: number) => {
    const company = await givenCompany(partner);
    const { partnerId, companyId, id: invoiceId } = await givenInvoice(partner, { company });
    const rows = Array.from({ length: entries }, (_, index) => ({
      ...{ partnerId, companyId, invoiceId, id: newId() },
      ...{ sender: "customer" as const, status: "unanswered" as const, message: `${index + 1}` },
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000),
    }));
    if (entries > 0) await db.insert(tickets).values(rows.toReversed());
    return { path: `/companies/${company.id}/tickets/unanswered`, nameOf: (ticket: Record<string, unknown>) => ticket.message };
  },
  imports: async (partner: GivenPartner, entries: number) => {
    const company = await givenCompany(partner);
    for (let index = 0; index < entries; index += 1) await givenImport(partner, { company, title: `${index + 1}` });
    return { path: `/companies/${company.id}/imports`, nameOf: (listed: Record<string, unknown>) => listed.title };
  },
};

async function ready(name: keyof typeof lists, entries: number) {
  const partner = await givenPartner();
  const { path, nameOf } = await lists[name](partner, entries);
  const client = clientOf(partner);
  return async (query: string) => {
    const reply = await client.get(`${path}${query}`);
    if (reply.status !== 200) return { outcome: outcome(reply) };
    return { names: (reply.body[name] as Record<string, unknown>[]).map(nameOf), page: reply.body.page };
  };
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`);

describe.each(["tickets", "imports"] as const)("the %s of a company", (name) => {
  test("have 30 on the first page by default, oldest first", async () => {
    const list = await ready(name, 31);
    const page = { page_number: 1, page_size: 30, total_entries: 31, total_pages: 2 };

    for (const query of ["", "?page_number=&page_size=", "?page:number=1", "?page:size=30", "?unknown=1&__proto__=2"]) {
      expect(await list(query)).toEqual({ names: from(1, 30), page });
    }
    expect(await list("?page_number=2")).toEqual({ names: ["31"], page: { ...page, page_number: 2 } });
  });

  test("have at most 100 on a page, even if more are requested", async () => {
    const list = await ready(name, 101);
    const page = { page_number: 1, page_size: 100, total_entries: 101, total_pages: 2 };

    for (const query of ["?page_size=100", "?page_size=101", "?page_size=100000", "?page_size=9007199254740991"]) {
      expect(await list(query)).toEqual({ names: from(1, 100), page });
    }
    expect(await list("?page_size=101&page_number=2")).toEqual({ names: ["101"], page: { ...page, page_number: 2 } });
  });

  test("accept their parameters in both spellings", async () => {
    const list = await ready(name, 5);
    const page = { page_number: 2, page_size: 2, total_entries: 5, total_pages: 3 };

    for (const query of [
      "?page_number=2&page_size=2",
      "?page:number=2&page:size=2",
      "?page%3Anumber=2&page%3asize=2",
      "?page:number=2&page_size=2",
      "?page_size=2&page%3Anumber=2",
    ]) {
      expect(await list(query)).toEqual({ names: ["3", "4"], page });
    }
  });

  test("past the end are an empty list", async () => {
    const list = await ready(name, 3);

    for (const number of [2, 100, 9_007_199_254_740_991]) {
      expect(await list(`?page_number=${number}`)).toEqual({
        names: [],
        page: { page_number: number, page_size: 30, total_entries: 3, total_pages: 1 },
      });
    }
  });

  test("that do not exist are an empty list of 0 pages", async () => {
    const list = await ready(name, 0);

    expect(await list("")).toEqual({ names: [], page: { page_number: 1, page_size: 30, total_entries: 0, total_pages: 0 } });
  });

  test.each(["0", "-1", "1.5", "one", "1e2", "0x1", "%00", "%31%00", "1%2C2", "9".repeat(40), "NaN", "Infinity", "%D9%A1"])(
    "refuse a page number and a page size of %s",
    async (value) => {
      const list = await ready(name, 0);

      for (const [number, size] of [
        ["page_number", "page_size"],
        ["page:number", "page:size"],
      ]) {
        expect(await list(`?${number}=${value}`)).toEqual({ outcome: "422 invalid_page_number" });
        expect(await list(`?${size}=${value}`)).toEqual({ outcome: "422 invalid_page_size" });
        expect(await list(`?${size}=${value}&${number}=${value}`)).toEqual({ outcome: "422 invalid_page_number" });
      }
    },
  );
});

describe("the tickets of a company", () => {
  test("are sorted by date, then id, across all its invoices", async () => {
    const partner = await givenPartner();
    const company = await givenCompany(partner);
    const [one, two] = [await givenInvoice(partner, { company }), await givenInvoice(partner, { company })];
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 0, day)) });
    const later = await givenTicket(one, at(3));
    const first = await givenTicket(two, at(1));
    const same = [await givenTicket(one, at(2)), await givenTicket(two, at(2)), await givenTicket(one, at(2))].map((ticket) => ticket.id);

    const reply = await clientOf(partner).get(`/companies/${company.id}/tickets/unanswered`);

    expect((reply.body.tickets as { ticket_id: string }[]).map((ticket) => ticket.ticket_id)).toEqual([first.id, ...same.sort(), later.id]);
    expect(reply.body.tickets).toMatchObject([{ invoice_id: two.id }, {}, {}, {}, { invoice_id: one.id }]);
  });

  test("are only those of that company", async () => {
    const partner = await givenPartner();
    const [one, two] = [await givenInvoice(partner), await givenInvoice(partner)];
    await givenTicket(one, { message: "one" });
    await givenTicket(two, { message: "two" });

    expect((await clientOf(partner).get(`/companies/${one.companyId}/tickets/unanswered`)).body.tickets).toMatchObject([
      { message: "one" },
    ]);
  });

  test.each(["open", "Unanswered", "all", "UNANSWERED", "answered%20", "%00", "constructor", "0"])(
    "of status %s are invalid_status",
    async (status) => {
      const partner = await givenPartner();
      const { id } = await givenCompany(partner);

      expect(outcome(await clientOf(partner).get(`/companies/${id}/tickets/${status}`))).toBe("422 invalid_status");
      expect(outcome(await clientOf(partner).get(`/companies/${id}/tickets/unanswered?status=${status}`))).toBe("200");
      expect(outcome(await clientOf(partner).get(`/companies/${id}/tickets/${status}?status=answered`))).toBe("422 invalid_status");
    },
  );

  test("of a missing company are invalid_company_id, even if other fields are wrong too", async () => {
    const client = clientOf(await givenPartner());

    for (const id of ["0".repeat(40), "x"]) {
      for (const rest of ["tickets/answered", "tickets/open", "tickets/open?page_number=0", "imports", "imports?page_size=0"]) {
        expect(outcome(await client.get(`/companies/${id}/${rest}`))).toBe("404 invalid_company_id");
      }
    }
  });

  test("without status and with a wrong page are invalid_status first", async () => {
    const partner = await givenPartner();
    const { id } = await givenCompany(partner);

    expect(outcome(await clientOf(partner).get(`/companies/${id}/tickets/open?page_number=0&page_size=0`))).toBe("422 invalid_status");
  });
});
