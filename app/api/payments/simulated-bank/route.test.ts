import { expect, test } from "vitest";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { POST } from "./route";

const call = (body: string) => POST(new Request("http://127.0.0.1/api/payments/simulated-bank", { method: "POST", body }));

test("after a webhook the service asks the bank for the payment's state; only the payment's id is taken from the webhook", async () => {
  const partner = await givenPartner();
  const payment = await givenBegunPayment(partner, await givenInvoice(partner, { transmitted: true }));
  const saysPaid = JSON.stringify({ id: payment.reference, state: "paid", status: "paid", amount_cents: 4_500 });

  expect((await call(saysPaid)).status).toBe(204);
  expect((await payment.row()).status).toBe("pending");
  await payment.decide("pay");
  expect((await call(saysPaid)).status).toBe(204);
  expect((await payment.row()).status).toBe("paid");
});

test.each(["", "[]", "{}", '{"id":5}', `{"id":"${"f".repeat(48)}"}`, "x".repeat(5_000)])(
  "a webhook with the body %j is answered 204",
  async (body) => {
    expect((await call(body)).status).toBe(204);
  },
);
