import { describe, expect, test } from "vitest";
import { inputs } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenInvoice, givenPartner, givenTicket, times } from "@/server/testing/given";
import { outcome, ticketIn } from "@/server/testing/replies";

type Status = "unanswered" | "answered" | "archived";

async function ready() {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const invoice = await givenInvoice(partner, { company });
  const client = clientOf(partner);
  const path = `/invoices/${invoice.id}/tickets`;
  return {
    partner,
    company,
    invoice,
    client,
    path,
    reply: (message = "Our answer") => client.post(path, { message }),
    archive: () => client.post(`${path}/actions/archive`),
    assign: () => client.post(`${path}/actions/assign_to_support`),
    messagesOf: async (status: Status) => {
      const { tickets } = (await client.get(`/companies/${company.id}/tickets/${status}`)).body as { tickets: { message: string }[] };
      return tickets.map((ticket) => ticket.message);
    },
  };
}

describe("a company's reply", () => {
  test("is a ticket with sender COMPANY and the current time, listed with its invoice", async () => {
    const { reply, client, path, invoice } = await ready();

    const ticket = ticketIn(await reply("Hello"));

    expect(ticket).toMatchObject({ message: "Hello", sender: "COMPANY" });
    expect(Math.abs(Date.parse(ticket.date) - Date.now())).toBeLessThan(60_000);
    expect((await client.get(path)).body).toEqual({ tickets: [ticket] });
    expect((await client.get(`/invoices/${invoice.id}`)).body.tickets).toEqual([ticket]);
  });

  test("is itself answered, and changes the invoice's unanswered tickets to answered", async () => {
    const { reply, messagesOf, invoice, partner, company } = await ready();
    const other = await givenInvoice(partner, { company });
    await givenTicket(invoice, { message: "first" });
    await givenTicket(invoice, { message: "second" });
    await givenTicket(other, { message: "of another invoice" });
    expect(await messagesOf("unanswered")).toEqual(["first", "second", "of another invoice"]);

    await reply("reply");

    expect(await messagesOf("unanswered")).toEqual(["of another invoice"]);
    expect((await messagesOf("answered")).sort()).toEqual(["first", "reply", "second"]);
  });

  test("leaves archived tickets archived", async () => {
    const { reply, archive, messagesOf, invoice } = await ready();
    await givenTicket(invoice, { message: "old" });
    await archive();
    await reply("reply");

    expect(await messagesOf("archived")).toEqual(["old"]);
    expect(await messagesOf("answered")).toEqual(["reply"]);
  });

  test.each(inputs<unknown>(undefined, null, "", "  ", "\t\n", "x".repeat(10_001), "a\0", "\ud83d", true, [], {}))(
    "of %j is invalid_message",
    async (message) => {
      const { client, path } = await ready();

      expect(outcome(await client.post(path, { message }))).toBe("422 invalid_message");
      expect((await client.get(path)).body).toEqual({ tickets: [] });
    },
  );
});

test("tickets by a customer have the sender CUSTOMER, and those by support COMPANY", async () => {
  const { client, path, invoice } = await ready();
  await givenTicket(invoice, { sender: "customer", message: "question" });
  await givenTicket(invoice, { sender: "support", status: "answered", message: "answer" });

  expect((await client.get(path)).body.tickets).toMatchObject([
    { message: "question", sender: "CUSTOMER" },
    { message: "answer", sender: "COMPANY" },
  ]);
});

test("tickets can be written on a transmitted and on a retracted invoice", async () => {
  const partner = await givenPartner();
  const { id } = await givenInvoice(partner, { transmitted: true });
  const client = clientOf(partner);

  expect(outcome(await client.post(`/invoices/${id}/tickets`, { message: "one" }))).toBe("200");
  await client.post(`/invoices/${id}/credit_and_retract`, { external_invoice_number: "C-1", description: "Cancelled" });
  expect(outcome(await client.post(`/invoices/${id}/tickets`, { message: "two" }))).toBe("200");
});

describe("archiving", () => {
  test("archives all tickets of the invoice; a later one by the customer is unanswered", async () => {
    const { reply, archive, messagesOf, invoice } = await ready();
    await givenTicket(invoice, { message: "one" });
    await reply("two");
    await givenTicket(invoice, { message: "three" });

    const archived = await archive();

    expect(archived.status).toBe(204);
    expect((await messagesOf("archived")).sort()).toEqual(["one", "three", "two"]);
    await givenTicket(invoice, { message: "four" });
    expect(await messagesOf("unanswered")).toEqual(["four"]);
    expect((await messagesOf("archived")).sort()).toEqual(["one", "three", "two"]);
  });

  test("is 204 also without tickets, or if repeated", async () => {
    const { archive } = await ready();

    expect([(await archive()).status, (await archive()).status]).toEqual([204, 204]);
  });

  test("does not affect other invoices", async () => {
    const { archive, messagesOf, partner, company } = await ready();
    await givenTicket(await givenInvoice(partner, { company }), { message: "other" });
    await archive();

    expect(await messagesOf("unanswered")).toEqual(["other"]);
  });
});

describe("assigning to support", () => {
  test("is 204 also without tickets or if repeated, and changes no status", async () => {
    const { assign, messagesOf, invoice } = await ready();
    expect([(await assign()).status, (await assign()).status]).toEqual([204, 204]);
    await givenTicket(invoice, { message: "one" });
    expect((await assign()).status).toBe(204);

    expect(await messagesOf("unanswered")).toEqual(["one"]);
  });

  test("is 204 each time if sent twenty times at once", async () => {
    const { assign, archive } = await ready();

    const statuses = (await Promise.all([...times(10, assign), ...times(10, archive)])).map((reply) => reply.status);

    expect(new Set(statuses)).toEqual(new Set([204]));
  });
});

test.each([
  ["GET", ""],
  ["POST", ""],
  ["POST", "/actions/archive"],
  ["POST", "/actions/assign_to_support"],
])("%s …/tickets%s of an invoice that does not exist is invalid_invoice_id", async (method, rest) => {
  const { client } = await ready();

  for (const id of ["0".repeat(40), "x"]) {
    const path = `/invoices/${id}/tickets${rest}`;
    const reply = method === "GET" ? await client.get(path) : await client.post(path, rest === "" ? { message: "Hello" } : undefined);
    expect(outcome(reply)).toBe("404 invalid_invoice_id");
  }
});
