import { expect, test } from "vitest";
import { dispatch } from "@/app/api/v2/dispatch";
import { routes } from "@/app/api/v2/routes";
import { db } from "@/db/client";
import { changesOf } from "@/server/testing/changes-of";
import { givenCompany, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { addNote } from "./add-note";
import { holdReply } from "./hold-reply";

// Notes and held replies are only for staff: no answer of the interface contains them.

const secret = "Do not tell her: she always pays late.";
const writes = ["POST", "PUT", "DELETE"] as const;

async function given() {
  const partner = await givenPartner();
  const { actor } = await givenMember(partner, { name: "Whoever wrote the note" });
  const company = await givenCompany(partner);
  const invoice = await givenInvoice(partner, { company });
  await givenTicket(invoice);
  const write = async () => {
    await addNote(db, actor, invoice.id, { text: secret });
    await holdReply(db, actor, invoice.id, { message: secret, sender: "company", thenArchive: false });
  };
  const answersOf = async (method: string): Promise<[string, number, string][]> => {
    const asked: [string, number, string][] = [];
    for (const { path, endpoints } of routes) {
      if (!(method in endpoints)) continue;
      for (const status of ["unanswered", "answered", "archived"]) {
        const params: Record<string, string> = { invoiceId: invoice.id, companyId: company.id, importId: invoice.importId, status };
        const address = `http://localhost/api/v2${path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "")}`;
        const headers = { Authorization: `ApiKey ${partner.apiKey}`, "Content-Type": "application/json" };
        const answer = await dispatch(new Request(address, { method, headers, body: method === "GET" ? undefined : bodyFor(path) }));
        // Blanks the cursor, which depends on the time.
        const body = String(answer.body ?? "").replace(/"next_cursor":"[^"]*"/, '"next_cursor":""');
        asked.push([`${method} ${path}`, answer.status, body]);
      }
    }
    return asked;
  };
  return { partner, write, answersOf };
}

/** A body with which each write succeeds, or fails only because of the record's state. */
function bodyFor(path: string): string {
  const all = { external_invoice_number: "C-1", description: "x", message: "Our answer", title: "x" };
  return JSON.stringify(path === "/companies/{companyId}" ? {} : all);
}

test("no answer of the interface contains a note or a held reply, and all answers are the same without them", async () => {
  const { write, answersOf } = await given();
  const before = await answersOf("GET");
  expect(before.filter(([, status]) => status === 200).length).toBeGreaterThan(8);

  await write();

  expect(await answersOf("GET")).toEqual(before);
  for (const method of writes) {
    for (const [, , body] of await answersOf(method)) {
      expect(body).not.toContain(secret);
      expect(body).not.toContain("Whoever wrote the note");
    }
  }
});

test("the table of changes, which tells partners what to fetch, records neither", async () => {
  const { partner, write } = await given();

  expect(await changesOf(partner.id, write)).toEqual([]);
});
