import { describe, expect, test } from "vitest";
import { routes } from "@/app/api/v2/routes";
import { fromNewAddress } from "@/server/testing/addresses";
import { companyBody, invoiceBody, withJson } from "@/server/testing/bodies";
import { call, clientOf, type Reply } from "@/server/testing/client";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { anotherAnswersFirst } from "@/server/testing/next-differences";
import { chunk, head, sendRaw } from "@/server/testing/raw";
import { companyIn, outcome } from "@/server/testing/replies";

/** Texts in place of an id, in one segment of the path. */
const noIds = [
  ["3,000 characters", "a".repeat(3_000)],
  ["3,000 characters of an id's", "0".repeat(3_000)],
  ["an id and one more", "0".repeat(41)],
  ["an id in capitals", "ABCDEF0123".repeat(4)],
  ["NUL", "%00"],
  ["an id and NUL", `${"0".repeat(40)}%00`],
  ["an id and a line end", `${"0".repeat(40)}%0a`],
  ["a way up, escaped", "..%2f..%2f..%2fetc%2fpasswd"],
  ["a way up with a backslash", "..%5c..%5cetc"],
  ["an escaped slash", "a%2Fb"],
  ["SQL", "'%20or%201=1%20--"],
  ["digits of another script", "%D9%A1".repeat(40)],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["undefined", "undefined"],
  ["a space", "%20"],
  ["braces", "%7BinvoiceId%7D"],
  ["a UUID", "7f6c3b1e-93c3-4d0c-8a3e-2b54b5d6a001"],
];

const brokenEscapes = [
  ["no UTF-8", "%ff%fe"],
  ["half of a surrogate pair", "%ed%a0%80"],
  ["a broken escape", "%zz"],
  ["a lone percent", "%"],
];

const missing = { invoices: "invalid_invoice_id", imports: "invalid_import_id", companies: "invalid_company_id" };

const keyOf = ({ apiKey }: { apiKey: string }) => ({ Authorization: `ApiKey ${apiKey}` });

describe.each(Object.entries(missing))("/%s/…", (resource, code) => {
  test.each(anotherAnswersFirst("escapes that are no UTF-8") ? noIds : [...noIds, ...brokenEscapes])(
    "%s is not found, also with further segments",
    async (_, id) => {
      const partner = await givenPartner();

      expect(outcome(await sendRaw(head("GET", `/api/v2/${resource}/${id}`, keyOf(partner))))).toBe(`404 ${code}`);
      for (const { path, endpoints } of routes.filter(({ path }) => path.startsWith(`/${resource}/{`))) {
        const address = path.replace(/\{\w+Id\}/, id).replace("{status}", "answered");
        for (const method of Object.keys(endpoints)) {
          const body = ["POST", "PUT"].includes(method) ? "{}" : "";
          const headers = { ...keyOf(partner), "Content-Type": "application/json", "Content-Length": String(body.length) };
          expect(outcome(await sendRaw(head(method, `/api/v2${address}`, headers), body)), `${method} ${path}`).toBe(`404 ${code}`);
        }
      }
    },
  );
});

describe("a path", () => {
  test.each([
    "/api/v2/../v2/nothing",
    "/api/v2/invoices/../nothing",
    "/api/v2/./nothing",
    "/api/v2/x/%2e%2e/nothing",
    "/api/v2/nothing?%00=%ff",
  ])("%s is not found", async (path) => {
    expect(outcome(await sendRaw(head("GET", path, keyOf(await givenPartner()))))).toBe("404 not_found");
  });

  test("with `..` is the path to which it resolves, as in every client that resolves it itself", async () => {
    const partner = await givenPartner();
    const { id } = await givenCompany(partner);

    for (const way of ["../companies", "./../companies", "%2e%2e/companies", ".%2E/companies"]) {
      expect(outcome(await sendRaw(head("GET", `/api/v2/invoices/${way}/${id}`, keyOf(partner)))), way).toBe("200");
      expect(outcome(await sendRaw(head("GET", `/api/v2/invoices/${way}/${id}`, fromNewAddress()))), way).toBe("401 invalid_api_key");
    }
  });

  test("of 8,000 characters is not found, with or without a key", async () => {
    const partner = await givenPartner();
    const path = `/api/v2/${"a/".repeat(4_000)}`;

    expect(outcome(await sendRaw(head("GET", path, keyOf(partner))))).toBe("404 not_found");
    expect(outcome(await sendRaw(head("GET", path, fromNewAddress())))).toBe("401 invalid_api_key");
  });

  test("may have any query", async () => {
    const partner = await givenPartner();
    const { id } = await givenCompany(partner);

    for (const query of [
      "?",
      "?&&&",
      "?=",
      "?%",
      "?%ff",
      "?%00=%00",
      `?${"a=b&".repeat(500)}`,
      "?__proto__=x&constructor=y",
      "?a[b]=c",
      "?api:key=",
    ]) {
      expect(outcome(await sendRaw(head("GET", `/api/v2/companies/${id}${query}`, keyOf(partner)))), query).toBe("200");
    }
  });
});

describe("a field named like a property that every object has", () => {
  test.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "toJSON", "length"])(
    "%s is ignored",
    async (name) => {
      const client = clientOf(await givenPartner());

      for (const json of ["null", "1", "[]", '{"name":"stolen","prototype":{"name":"stolen"}}']) {
        const sent = withJson(companyBody(), "unknown", `1,${JSON.stringify(name)}:${json}`);
        expect(companyIn(await client.post("/companies", sent)).name).toBe("Rowing Club Northbank");
      }
    },
  );

  test("does not replace missing fields", async () => {
    const partner = await givenPartner();
    const client = clientOf(partner);
    const { id } = await givenInvoice(partner);

    expect(outcome(await client.post(`/invoices/${id}/tickets`, '{"__proto__":{"message":"stolen"}}'))).toBe("422 invalid_message");
    expect(outcome(await client.post("/companies", `{"__proto__":${JSON.stringify(companyBody())}}`))).toBe("422 invalid_name");
    expect(outcome(await client.post("/imports", `{"constructor":{"company_id":"x"}}`))).toBe("422 invalid_company_id");
    expect(outcome(await client.post(`/invoices/${id}/tickets`, "{}"))).toBe("422 invalid_message");
  });
});

test("SQL, markup and templates are stored as text", async () => {
  const client = clientOf(await givenPartner());

  for (const name of [
    "'; drop table invoices; --",
    "<script>alert(1)</script>",
    "$" + "{process.env}",
    "{{7*7}}",
    "\\u0000",
    "%00",
    "$1",
    "\u202eevil",
  ]) {
    expect(companyIn(await client.post("/companies", companyBody({ name }))).name).toBe(name);
  }
});

test("if a name is sent twice, the last value counts", async () => {
  const client = clientOf(await givenPartner());
  const sent = withJson(companyBody(), "unknown", '1,"name":"Southbank"');

  expect(companyIn(await client.post("/companies", sent)).name).toBe("Southbank");
});

test("hundreds of simultaneous requests of all kinds are answered, none with 5xx", async () => {
  const partner = await givenPartner();
  const { id } = await givenImport(partner);
  const client = clientOf(partner);
  const requests: (() => Promise<Reply>)[] = [
    () => client.post("/invoices", invoiceBody(id)),
    () => client.post("/invoices", "{"),
    () => client.post("/invoices", { ...invoiceBody(id), amount_total_cents: 1 }),
    () => client.get(`/imports/${id}`),
    () => client.put(`/imports/${id}`, { title: "Autumn" }),
    () => client.delete(`/invoices/${"0".repeat(40)}`),
  ];

  const statuses = (await Promise.all(Array.from({ length: 390 }, (_, index) => requests[index % requests.length]?.()))).map(
    (reply) => reply?.status,
  );

  expect(statuses.filter((status) => status === undefined || status >= 500)).toEqual([]);
});

describe("an HTTP request", () => {
  test.skipIf(anotherAnswersFirst("malformed HTTP")).each([
    ["no request line", "nonsense\r\n\r\n"],
    ["a header without a name", "GET /api/v2/invoices/x HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n"],
    ["a header with a space in its name", "GET /api/v2/invoices/x HTTP/1.1\r\nHost: a\r\nBad Name: x\r\n\r\n"],
    ["a NUL in a header", "GET /api/v2/invoices/x HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"],
    ["two lengths", "POST /api/v2/invoices HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}"],
    ["a length that is not a number", "POST /api/v2/invoices HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n{}"],
    [
      "a length beside chunks",
      "POST /api/v2/invoices HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["an unknown version of HTTP", "GET /api/v2/invoices/x HTTP/9.9\r\nHost: a\r\n\r\n"],
  ])("with %s is invalid_request", async (_, bytes) => {
    expect(outcome(await sendRaw(bytes))).toBe("400 invalid_request");
  });

  test.skipIf(anotherAnswersFirst("malformed HTTP"))("with a malformed chunk is refused", async () => {
    const headers = { ...keyOf(await givenPartner()), "Content-Type": "application/json", "Transfer-Encoding": "chunked" };

    const reply = await sendRaw(head("POST", "/api/v2/companies", headers), chunk('{"name":'), "nonsense\r\n");

    expect(["400 invalid_request", "400 invalid_json"]).toContain(outcome(reply));
  });

  test.skipIf(anotherAnswersFirst("headers over 16 KiB"))("with headers of 20,000 characters is request_too_large", async () => {
    expect(outcome(await sendRaw(head("GET", "/api/v2/invoices/x", { "X-Long": "x".repeat(20_000) })))).toBe("431 request_too_large");
    expect(outcome(await sendRaw(head("GET", `/api/v2/${"x".repeat(20_000)}`)))).toBe("431 request_too_large");
  });

  test("of version 1.0, without Host or with a strange one is answered as usual", async () => {
    const partner = await givenPartner();
    const { id } = await givenCompany(partner);
    const key = `Authorization: ApiKey ${partner.apiKey}\r\n`;
    const path = `/api/v2/companies/${id}`;

    for (const bytes of [
      `GET ${path} HTTP/1.0\r\n${key}\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: evil.example:99\r\n${key}Connection: close\r\n\r\n`,
    ]) {
      expect(outcome(await sendRaw(bytes)), bytes.replace(partner.apiKey, "")).toBe("200");
    }
  });
});

test.skipIf(anotherAnswersFirst("an offer to upgrade"))(
  "a request that offers an upgrade, as some clients' first one does, is answered",
  async () => {
    const partner = await givenPartner();
    const { id } = await givenCompany(partner);
    const headers = { ...keyOf(partner), Upgrade: "h2c", Connection: "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABk" };

    expect(outcome(await sendRaw(head("GET", `/api/v2/companies/${id}`, headers)))).toBe("200");
  },
);

test("a key in the query does not appear in any answer", async () => {
  const { apiKey: key } = await givenPartner();

  for (const path of ["/nothing", "/invoices/x", "/companies/x/imports"]) {
    const reply = await call("GET", `${path}?api:key=${key}`);
    expect(reply.text + JSON.stringify([...reply.headers])).not.toContain(key);
  }
});
