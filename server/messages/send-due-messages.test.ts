import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { beginCollections } from "../collection/begin-collections";
import { runCollection } from "../collection/run-collection";
import { takeDueSteps } from "../collection/take-due-steps";
import { customerLink } from "../customers/customer-link";
import { forgetEnv } from "../env";
import { listTimeline } from "../invoices/list-timeline";
import { givenPayment } from "../testing/given";
import { givenCollected, leaveOthersAlone, sendThrough } from "../testing/given-collection";
import { givenMember } from "../testing/given-person";
import { type SmtpServer, startSmtpServer } from "../testing/smtp-server";
import { sendAgain } from "./send-again";

let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
});

beforeEach(async () => {
  await leaveOthersAlone();
  sendThrough(smtp);
});

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

afterAll(() => smtp.close());

const dueAgain = (invoiceId: string) =>
  db.execute(sql`update outgoing_messages set next_attempt_at = now() where invoice_id = ${invoiceId} and state = 'waiting'`);

const encryptLinkWith = (invoiceId: string, keyId: string) =>
  db.execute(sql`update customer_links set secret_key_id = ${keyId} where invoice_id = ${invoiceId}`);

test("what cannot be composed holds up nothing else, is refused after a day, and goes once that is mended and a person says so", async () => {
  const { partner, invoice, customerEmail, outgoing } = await givenCollected();
  await customerLink(db, partner.actor, invoice.id);
  await encryptLinkWith(invoice.id, "lost");
  const other = await givenCollected();
  await runCollection(db);
  expect(smtp.received.filter(({ to }) => to === other.customerEmail)).toHaveLength(1);
  expect(await outgoing()).toMatchObject([{ state: "waiting", failure: "not_composed" }]);

  for (let tries = 1; tries < 10; tries += 1) {
    expect(await outgoing()).toMatchObject([{ state: "waiting" }]);
    await dueAgain(invoice.id);
    await runCollection(db);
  }
  expect(await outgoing()).toMatchObject([{ state: "refused", failure: "not_composed" }]);
  const { actor } = await givenMember(partner);
  expect(await listTimeline(db, actor, invoice.id)).toContainEqual(
    expect.objectContaining({ kind: "message_refused", about: "request1", why: "not_composed" }),
  );

  await encryptLinkWith(invoice.id, "1");
  const [message] = await outgoing();
  await sendAgain(db, actor, invoice.id, message?.id ?? "");
  await runCollection(db);
  expect(smtp.received.filter(({ to }) => to === customerEmail)).toHaveLength(1);
});

test("what is put off while it is being paid, however often, was not tried in vain", async () => {
  const { invoice, outgoing } = await givenCollected();
  await beginCollections(db);
  await takeDueSteps(db);
  await givenPayment(invoice);
  for (let tries = 0; tries < 25; tries += 1) {
    await dueAgain(invoice.id);
    await runCollection(db);
  }
  expect(await outgoing()).toMatchObject([{ state: "waiting", attempts: 25, failures: 0 }]);
});

test("a message over which its senders have died again and again is refused", async () => {
  const { invoice, outgoing } = await givenCollected();
  await beginCollections(db);
  await takeDueSteps(db);
  await db.execute(sql`update outgoing_messages set attempts = 20, failures = 20 where invoice_id = ${invoice.id}`);
  await runCollection(db);
  expect(await outgoing()).toMatchObject([{ state: "refused", failure: "sender_died" }]);
});
