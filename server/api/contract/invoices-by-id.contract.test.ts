import { describe, expect, test } from "vitest";
import { call, clientOf } from "@/server/testing/client";
import { givenInvoice, givenMessage, givenPartner, givenTicket } from "@/server/testing/given";
import { invoicesByIdIn, outcome } from "@/server/testing/replies";

const NOBODYS = "0".repeat(40);

async function given(count: number) {
  const partner = await givenPartner();
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) ids.push((await givenInvoice(partner)).id);
  return { partner, ids, client: clientOf(partner) };
}

describe("GET /invoices?ids=", () => {
  test("returns each invoice as by itself, in the requested order", async () => {
    const partner = await givenPartner();
    const first = await givenInvoice(partner);
    await givenTicket(first);
    await givenMessage(first);
    const second = await givenInvoice(partner);
    const client = clientOf(partner);
    const alone = [];
    for (const { id } of [second, first]) alone.push((await client.get(`/invoices/${id}`)).body);

    const reply = await client.get(`/invoices?ids=${second.id},${first.id}`);
    expect(reply.body).toEqual({ invoices: alone, missing_invoice_ids: [] });
  });

  test("accepts ids separated by commas, escaped or not, or one at a time, each once", async () => {
    const { client, ids } = await given(3);
    const expected = await client.get(`/invoices?ids=${ids.join(",")}`);
    expect(invoicesByIdIn(expected).invoices).toHaveLength(3);
    for (const query of [`ids=${ids.join("%2C")}`, ids.map((id) => `ids=${id}`).join("&"), `ids=${[...ids, ...ids].join(",")}`]) {
      expect((await client.get(`/invoices?${query}`)).body).toEqual(expected.body);
    }
  });

  test("lists ids that do not exist, were deleted, or are another partner's, without distinguishing them", async () => {
    const { client, ids } = await given(2);
    const [kept = "", deleted = ""] = ids;
    await client.delete(`/invoices/${deleted}`);
    const { id: strangers } = await givenInvoice(await givenPartner());

    const answer = invoicesByIdIn(await client.get(`/invoices?ids=${[NOBODYS, deleted, kept, strangers].join(",")}`));
    expect(answer.invoices.map(({ invoice_id }) => invoice_id)).toEqual([kept]);
    expect(answer.missing_invoice_ids).toEqual([NOBODYS, deleted, strangers]);
    expect(JSON.stringify(answer.invoices)).not.toContain(strangers);
  });

  test("returns 100 at once, and refuses more", async () => {
    const { client } = await given(0);
    const many = (count: number) => Array.from({ length: count }, (_, nth) => nth.toString(16).padStart(40, "0")).join(",");
    expect(invoicesByIdIn(await client.get(`/invoices?ids=${many(100)}`)).missing_invoice_ids).toHaveLength(100);
    expect(outcome(await client.get(`/invoices?ids=${many(101)}`))).toBe("422 invalid_ids");
  });

  test.each(["", ",", "x", NOBODYS.toUpperCase().replaceAll("0", "A"), `${NOBODYS},`, `${NOBODYS} ${NOBODYS}`, "{}", "%00"])(
    "refuses ids=%s",
    async (ids) => {
      const { client } = await given(0);
      expect(outcome(await client.get(`/invoices?ids=${encodeURIComponent(ids)}`))).toBe("422 invalid_ids");
    },
  );

  test("leaves the path's answer without ids unchanged", async () => {
    const { partner, client } = await given(0);
    for (const query of ["", "?", "?id=x", "?page_number=1"]) {
      const reply = await client.get(`/invoices${query}`);
      expect([outcome(reply), reply.headers.get("allow")]).toEqual(["405 method_not_allowed", "POST, OPTIONS"]);
    }
    const options = await call("OPTIONS", `/invoices?ids=${NOBODYS}`, { key: partner.apiKey });
    expect(options.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
  });

  test("answers 304 to a client that has this version, until one of the invoices changes", async () => {
    const { client, ids } = await given(2);
    const path = `/invoices?ids=${ids.join(",")}`;
    const tag = (await client.get(path)).headers.get("etag") ?? "";
    expect((await client.get(path, undefined, { "If-None-Match": tag })).status).toBe(304);
    await client.put(`/invoices/${ids[1]}`, { external_invoice_number: "changed" });
    expect((await client.get(path, undefined, { "If-None-Match": tag })).status).toBe(200);
  });

  test("HEAD is GET without the body", async () => {
    const { partner, ids } = await given(1);
    const [got, headed] = [
      await call("GET", `/invoices?ids=${ids}`, { key: partner.apiKey }),
      await call("HEAD", `/invoices?ids=${ids}`, { key: partner.apiKey }),
    ];
    expect([headed.status, headed.text, headed.headers.get("etag")]).toEqual([200, "", got.headers.get("etag")]);
  });
});
