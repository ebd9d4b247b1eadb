import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { routes } from "@/app/api/v2/routes";
import { companyBody, inputs, withJson } from "@/server/testing/bodies";
import { call, clientOf } from "@/server/testing/client";
import { contractHost } from "@/server/testing/contract-host";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { chunk, head, sendRaw } from "@/server/testing/raw";
import { companyIn, outcome } from "@/server/testing/replies";

const withBody = routes.flatMap(({ path, endpoints }) =>
  Object.entries(endpoints).flatMap(([method, endpoint]) =>
    !endpoint.open && endpoint.body ? [{ method, path: path.replace(/\{\w+\}/g, "x") }] : [],
  ),
);

const LIMIT = 1024 * 1024;

/** A company's body of exactly `bytes` bytes, mostly white space. */
const padded = (bytes: number) => JSON.stringify(companyBody()).padEnd(bytes, " ");

const utf8 = (text: string) => new TextEncoder().encode(text);

async function ready() {
  const { apiKey: key } = await givenPartner();
  return {
    key,
    send: (body: unknown, headers?: Record<string, string>) => call("POST", "/companies", { key, body, headers }),
    sendRaw: (headers: Record<string, string>, ...chunks: string[]) =>
      sendRaw(head("POST", "/api/v2/companies", { Authorization: `ApiKey ${key}`, ...headers }), ...chunks),
  };
}

describe("Content-Type", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "Application/JSON",
    "application/json ;charset=utf-8",
  ])("%s is taken", async (type) => {
    const { send } = await ready();

    expect(outcome(await send(companyBody(), { "Content-Type": type }))).toBe("200");
  });

  test.each([
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/vnd.api+json",
    "application/jsonp",
    "application/json-patch+json",
    "json",
    "text/plain; application/json",
  ])("%s is invalid_content_type", async (type) => {
    const { send } = await ready();

    expect(outcome(await send(companyBody(), { "Content-Type": type }))).toBe("415 invalid_content_type");
  });

  test.each(withBody)("that is missing is invalid_content_type if there is a body at $method $path", async ({ method, path }) => {
    const { key } = await ready();
    const raw = head(method, `/api/v2${path}`, { Authorization: `ApiKey ${key}`, "Content-Length": "2" });

    expect(outcome(await sendRaw(raw, "{}"))).toBe("415 invalid_content_type");
  });

  test("that is missing is invalid_content_type even without a declared length", async () => {
    const { sendRaw } = await ready();

    expect(outcome(await sendRaw({ "Transfer-Encoding": "chunked" }, chunk("{}"), chunk("")))).toBe("415 invalid_content_type");
  });

  test("takes precedence over the size of the body and its syntax", async () => {
    const { send } = await ready();

    expect(outcome(await send("{", { "Content-Type": "text/plain" }))).toBe("415 invalid_content_type");
    expect(outcome(await send(padded(LIMIT + 1), { "Content-Type": "text/plain" }))).toBe("415 invalid_content_type");
  });
});

describe("a request without a body", () => {
  test.each(withBody)("is invalid_json at $method $path, with and without a Content-Type", async ({ method, path }) => {
    const { key } = await ready();

    expect(outcome(await call(method, path, { key }))).toBe("400 invalid_json");
    for (const type of ["application/json", "text/plain"]) {
      expect(outcome(await call(method, path, { key, headers: { "Content-Type": type } }))).toBe("400 invalid_json");
    }
  });

  test("is invalid_json also if its body has no chunks", async () => {
    const { sendRaw } = await ready();

    expect(outcome(await sendRaw({ "Transfer-Encoding": "chunked" }, chunk("")))).toBe("400 invalid_json");
  });
});

test.each(["text/plain", "application/json", "image/png"])("an endpoint without body fields ignores any body of %s", async (type) => {
  const partner = await givenPartner();
  const { id, importId } = await givenInvoice(partner);
  const client = clientOf(partner);
  const headers = { "Content-Type": type };

  for (const body of ["{", "no JSON", "\0", "[".repeat(50_000), utf8("\ufeff{}")]) {
    expect(outcome(await client.post(`/invoices/${id}/tickets/actions/archive`, body, headers))).toBe("204");
    expect(outcome(await client.post(`/invoices/${id}/tickets/actions/assign_to_support`, body, headers))).toBe("204");
  }
  expect(outcome(await client.put(`/imports/${importId}/transmit`, "{", headers))).toBe("200");
  const other = await givenInvoice(partner);
  expect(outcome(await client.delete(`/invoices/${other.id}`, "{", headers))).toBe("204");
  expect(outcome(await client.delete(`/imports/${other.importId}`, "{", headers))).toBe("204");
});

test("a GET with a body is answered like one without", async () => {
  const partner = await givenPartner();
  const { id } = await givenInvoice(partner);
  const headers = { Authorization: `ApiKey ${partner.apiKey}`, "Content-Type": "text/plain", "Content-Length": "1" };

  expect(outcome(await sendRaw(head("GET", `/api/v2/invoices/${id}`, headers), "{"))).toBe("200");
});

const nested = (depth: number, [open = "", close = ""]: string[] = ["[", "]"]) => open.repeat(depth) + close.repeat(depth);

describe("JSON", () => {
  test.each(
    inputs<string | Uint8Array>(
      " ",
      "{",
      "}",
      "{}}",
      "{'name': 1}",
      '{"name": 1,}',
      '{"name": undefined}',
      '{"name": NaN}',
      '{"name": 01}',
      '{"name": "a\nb"}',
      '{"name": "\\x"}',
      "// comment\n{}",
      "[]",
      "[{}]",
      "null",
      "true",
      "5",
      '"text"',
      '""',
      "name=Northbank",
      "<name/>",
      "\0",
      new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
      new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0xaf, 0x22, 0x7d]),
      new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
      new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe2, 0x82]),
      new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    ),
  )("%j is invalid_json", async (body) => {
    const { send } = await ready();

    expect(outcome(await send(body, { "Content-Type": "application/json" }))).toBe("400 invalid_json");
  });

  test.each<[string, string[]]>([
    ["lists", ["[", "]"]],
    ["objects", ['{"a":', "}"]],
  ])("of 32 levels of %s is taken, and of 33 is invalid_json", async (_, brackets) => {
    const { send } = await ready();
    // The body itself is the first level, and the innermost object needs a value.
    const inner = (levels: number) => nested(levels, brackets).replace('{"a":}', '{"a":1}');

    expect(outcome(await send(withJson(companyBody(), "unknown", inner(31))))).toBe("200");
    expect(outcome(await send(withJson(companyBody(), "unknown", inner(32))))).toBe("400 invalid_json");
  });

  test.each([
    ["closed", nested(50_000)],
    ["open", "[".repeat(50_000)],
    ["in an object", `{"name":${nested(50_000)}}`],
    ["of objects", '{"a":'.repeat(50_000)],
  ])("of 50,000 brackets, %s, is invalid_json", async (_, body) => {
    const { send } = await ready();

    expect(outcome(await send(body))).toBe("400 invalid_json");
  });

  test("of a long list does not count as deep", async () => {
    const { send } = await ready();

    expect(outcome(await send({ ...companyBody(), unknown: Array.from({ length: 50_000 }, () => [[]]) }))).toBe("200");
  });

  test("is read as UTF-8, also across chunks", async () => {
    const { sendRaw } = await ready();
    const name = "Ünïon 北京 😀";
    const headers = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" };
    const pieces = [...JSON.stringify(companyBody({ name }))].map(chunk);

    expect(companyIn(await sendRaw(headers, ...pieces, chunk(""))).name).toBe(name);
  });

  test("may have white space around it", async () => {
    const { send } = await ready();

    expect(outcome(await send(`\r\n\t ${JSON.stringify(companyBody())}\n`))).toBe("200");
  });

  test("keeps text that looks like numbers as text", async () => {
    const { send } = await ready();
    const name = ':12345678901234567890, [98765432109876543210] \\"';

    expect(companyIn(await send(companyBody({ name, city: "-9007199254740993" })))).toMatchObject({ name, city: "-9007199254740993" });
    expect(companyIn(await send(withJson(companyBody({ name }), "city", " -9007199254740993 ")))).toMatchObject({
      name,
      city: "-9007199254740993",
    });
  });
});

describe("the size of a body", () => {
  const type = { "Content-Type": "application/json" };

  test("may be 1 MiB; one byte more is request_too_large", async () => {
    const { send } = await ready();

    expect(outcome(await send(padded(LIMIT)))).toBe("200");
    expect(outcome(await send(padded(LIMIT + 1)))).toBe("413 request_too_large");
    expect(outcome(await send("x".repeat(LIMIT + 1)))).toBe("413 request_too_large");
  });

  test("is counted in bytes, not characters", async () => {
    const { send } = await ready();

    expect(outcome(await send(JSON.stringify({ unknown: "é".repeat(LIMIT / 2) })))).toBe("413 request_too_large");
  });

  test("is counted also if it is not declared", async () => {
    const { sendRaw } = await ready();
    const chunked = { ...type, "Transfer-Encoding": "chunked" };
    const half = LIMIT / 2;

    const most = padded(LIMIT);
    expect(outcome(await sendRaw(chunked, chunk(most.slice(0, half)), chunk(most.slice(half)), chunk("")))).toBe("200");
    const more = padded(LIMIT + 1);
    expect(outcome(await sendRaw(chunked, chunk(more.slice(0, half)), chunk(more.slice(half)), chunk("")))).toBe("413 request_too_large");
  });

  test("is answered instead of cut off if the client reads only after sending everything", async () => {
    const { key } = await ready();
    const { hostname, port } = new URL(contractHost().baseUrl);
    const piece = " ".repeat(LIMIT / 8);
    const ways: Record<string, string>[] = [{ "Content-Length": String(4 * LIMIT) }, { "Transfer-Encoding": "chunked" }];
    for (const declared of ways) {
      const isChunked = "Transfer-Encoding" in declared;
      const socket = connect({ host: hostname, port: Number(port) });
      socket.pause();
      const write = (text: string) =>
        new Promise<void>((resolve, reject) => socket.write(text, (error) => (error ? reject(error) : resolve())));
      await write(head("POST", "/api/v2/companies", { Authorization: `ApiKey ${key}`, ...type, ...declared }));
      for (let sent = 0; sent < 4 * LIMIT; sent += piece.length) await write(isChunked ? chunk(piece) : piece);
      if (isChunked) await write(chunk(""));
      const answer = await text(socket.resume());
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
      expect(answer).toContain('{"error":"request_too_large"}');
    }
  });

  test("is refused by its declared length, before it is sent", async () => {
    const { sendRaw } = await ready();

    expect(outcome(await sendRaw({ ...type, "Content-Length": String(LIMIT + 1) }))).toBe("413 request_too_large");
    expect(outcome(await sendRaw({ ...type, "Content-Length": "99999999999" }))).toBe("413 request_too_large");
  });

  test("is refused once it is too large, even if the rest never arrives", async () => {
    const { sendRaw } = await ready();

    expect(outcome(await sendRaw({ ...type, "Transfer-Encoding": "chunked" }, chunk(padded(LIMIT + 1))))).toBe("413 request_too_large");
  });
});
