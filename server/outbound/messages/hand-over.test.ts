import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { systemActor } from "@/server/actor";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { changesOf } from "@/server/testing/changes-of";
import { givenPayment } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { givenMailServer } from "@/server/testing/given-mail-server";
import { newCheckCode } from "./check-code";
import { composeMessage } from "./compose-message";
import { beginHandOver } from "./hand-over";

givenMailServer();

/** A request to pay that was just written. */
async function givenComposed() {
  const { partner, invoice, outgoing, decide } = await givenCollected();
  await decide();
  const message = { ...only(await outgoing()), checkCode: newCheckCode() };
  const composed = await composeMessage(db, systemActor(partner), message);
  if (typeof composed === "string") throw new Error(`It is to be sent ${composed}`);
  return { partner, invoice, message, composed };
}

test("a request that was written is handed over", async () => {
  const { message, composed } = await givenComposed();
  expect(await beginHandOver(db, message, composed)).toBe(true);
});

test("a request that was written is not handed over if a payment has begun since", async () => {
  const { invoice, message, composed } = await givenComposed();
  await givenPayment(invoice);
  expect(await beginHandOver(db, message, composed)).toBe(false);
});

test("a request that was written is not handed over if the invoice was held since", async () => {
  const { partner, invoice, message, composed } = await givenComposed();
  await holdInvoice(db, partner.actor, invoice.id, { kind: "stopped", reason: "Hardship" });
  expect(await beginHandOver(db, message, composed)).toBe(false);
});

test("that a message was sent is recorded as the service's own act", async () => {
  const { partner, collect } = await givenCollected();
  const changes = await changesOf(partner.id, () => collect());
  expect(changes).toContainEqual(expect.objectContaining({ kind: "message_added", actor: "system" }));
});
