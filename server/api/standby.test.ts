import { afterAll, expect, test } from "vitest";
import { dispatch } from "@/app/api/v2/dispatch";
import { env } from "@/server/env";
import { invoiceBody } from "@/server/testing/bodies";
import { givenImport, givenPartner } from "@/server/testing/given";
import { useDatabase } from "@/server/testing/use-database";

const ownUrl = env().DATABASE_URL;

afterAll(() => useDatabase(ownUrl));

test("a standby that is mistaken for the primary during a failover counts as out of reach: try again", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  await useDatabase(`${ownUrl}?default_transaction_read_only=on`);

  const answer = await dispatch(
    new Request("http://host/api/v2/invoices", {
      method: "POST",
      headers: { Authorization: `ApiKey ${partner.apiKey}`, "Content-Type": "application/json" },
      body: JSON.stringify(invoiceBody(into.id)),
    }),
  );

  expect(answer).toMatchObject({
    status: 503,
    body: '{"error":"service_unavailable"}',
    headers: { "Retry-After": expect.stringMatching(/^\d+$/) },
  });
});
