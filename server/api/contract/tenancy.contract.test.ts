import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "@/app/api/v2/routes";
import { addressIn } from "@/server/testing/address-in";
import { type Body, companyBody, invoiceBody, retractionBody } from "@/server/testing/bodies";
import { call, clientOf, type Reply } from "@/server/testing/client";
import {
  type GivenPartner,
  givenCompany,
  givenImport,
  givenInvoice,
  givenMessage,
  givenPartner,
  givenTicket,
} from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenMandate } from "@/server/testing/given-mandate";
import { givenSeasonFile } from "@/server/testing/given-season-file";
import { outcome } from "@/server/testing/replies";

const NOBODYS = "0".repeat(40);

/** All methods of all paths that contain a record's id. */
const calls = routes.flatMap(({ path, endpoints }) =>
  /\{\w+Id\}/.test(path) ? ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => ({ path, method, endpoints })) : [],
);

/** A partner with one record of each kind. */
async function givenOwner() {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { company: await givenCompany(partner) });
  await givenTicket(invoice);
  await givenMessage(invoice);
  const { id: bankAccountId } = await givenBankAccount(partner, { id: invoice.companyId }, { creditorIdentifier: "DE98ZZZ09999999999" });
  const { id: mandateId } = await givenMandate(partner, { id: invoice.companyId });
  const seasonFileId = await givenSeasonFile(partner);
  const client = clientOf(partner);
  const paths = [
    `/bank_accounts/${bankAccountId}`,
    `/companies/${invoice.companyId}/bank_accounts`,
    `/companies/${invoice.companyId}/mandates`,
    `/mandates/${mandateId}`,
    `/sandbox/season/files/${seasonFileId}`,
    `/invoices/${invoice.id}`,
    `/imports/${invoice.importId}`,
    `/companies/${invoice.companyId}`,
    `/companies/${invoice.companyId}/imports`,
    ...["unanswered", "answered", "archived"].map((status) => `/companies/${invoice.companyId}/tickets/${status}`),
  ];
  return {
    partner,
    invoice: { ...invoice, bankAccountId, mandateId, seasonFileId },
    shownToOwner: async () => Promise.all(paths.map(async (path) => (await client.get(path)).text)),
  };
}

type Ids = { id: string; importId: string; companyId: string; bankAccountId: string; mandateId: string; seasonFileId: string };

/** Bodies that endpoints accept, and some that they refuse. */
const bodies: (Body | undefined)[] = [
  { external_invoice_number: "stolen", reference: "stolen", title: "stolen", message: "stolen", ...retractionBody },
  companyBody({ name: "stolen" }),
  {},
];

/** Returns the answer without headers that depend on the time. */
function whole({ status, text, headers }: Reply) {
  const passing = ["date", "ratelimit", "keep-alive"];
  return { status, text, headers: Object.fromEntries([...headers].filter(([name]) => !passing.includes(name))) };
}

describe("another partner's record gets the same answer, byte for byte, as a missing one:", () => {
  let owner: Awaited<ReturnType<typeof givenOwner>>;
  let before: string[];

  beforeAll(async () => {
    owner = await givenOwner();
    before = await owner.shownToOwner();
  });

  test.each(calls)("$method $path", async ({ path, method, endpoints }) => {
    const { invoice } = owner;
    const intruder: GivenPartner = await givenPartner();
    const others = { importId: NOBODYS, companyId: NOBODYS, bankAccountId: NOBODYS, mandateId: NOBODYS, seasonFileId: NOBODYS };
    const nobodys = { id: NOBODYS, ...others };

    for (const body of ["GET", "HEAD", "OPTIONS"].includes(method) ? [undefined] : bodies) {
      const ask = (ids: Ids) => call(method, addressIn(path, ids), { key: intruder.apiKey, body, headers: { "X-Request-Id": "same" } });
      const theirs = await ask(invoice);

      expect(whole(theirs)).toEqual(whole(await ask(nobodys)));
      expect(theirs.text).not.toContain(invoice.id);
      const isKnown = method in endpoints || (method === "HEAD" && "GET" in endpoints);
      if (isKnown) expect(theirs.status).toBe(404);
    }
  });

  test("none of these calls has changed the owner's records", async () => {
    expect(await owner.shownToOwner()).toEqual(before);
  });
});

test("another partner's import and company in a body get the same answer as missing ones", async () => {
  const { invoice, shownToOwner } = await givenOwner();
  const before = await shownToOwner();
  const client = clientOf(await givenPartner());

  const inImport = await client.post("/invoices", invoiceBody(invoice.importId));
  expect(outcome(inImport)).toBe("422 invalid_import_id");
  expect(inImport.text).toBe((await client.post("/invoices", invoiceBody(NOBODYS))).text);
  const ofCompany = await client.post("/imports", { company_id: invoice.companyId });
  expect(outcome(ofCompany)).toBe("422 invalid_company_id");
  expect(ofCompany.text).toBe((await client.post("/imports", { company_id: NOBODYS })).text);
  expect(await shownToOwner()).toEqual(before);
});

test("another partner's transmitted import gets the same answer as a missing one", async () => {
  const { importId, id } = await givenInvoice(await givenPartner(), { transmitted: true });
  const client = clientOf(await givenPartner());

  expect(outcome(await client.post("/invoices", invoiceBody(importId)))).toBe("422 invalid_import_id");
  expect(outcome(await client.put(`/imports/${importId}`, { title: "x" }))).toBe("404 invalid_import_id");
  expect(outcome(await client.delete(`/invoices/${id}`))).toBe("404 invalid_invoice_id");
});

test("a partner lists only its own imports and tickets", async () => {
  await givenOwner();
  const partner = await givenPartner();
  const { id, companyId } = await givenImport(partner);
  const client = clientOf(partner);

  expect((await client.get(`/companies/${companyId}/imports`)).body.imports).toMatchObject([{ import_id: id }]);
  expect((await client.get(`/companies/${companyId}/tickets/unanswered`)).body.tickets).toEqual([]);
});

test("a resource's version is not revealed to another partner", async () => {
  const { invoice, partner } = await givenOwner();
  const etag = (await clientOf(partner).get(`/invoices/${invoice.id}`)).headers.get("etag") ?? "";
  const intruder = clientOf(await givenPartner());

  for (const known of [etag, "*"]) {
    expect(outcome(await intruder.get(`/invoices/${invoice.id}`, undefined, { "If-None-Match": known }))).toBe("404 invalid_invoice_id");
  }
});
