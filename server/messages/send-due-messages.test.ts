import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { mails } from "@/db/schema/mails";
import { systemActor } from "@/server/actor";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { givenPartner, givenPayment, times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { collectionOf, givenCollected, jumpClock, sendThrough } from "@/server/testing/given-collection";
import { answering, givenMailServer } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";
import { sendAgain } from "./send-again";

const mailServer = givenMailServer();

const messagesOf = async ({ partnerId, id }: InvoiceDetails) =>
  (await getInvoice(db, systemActor({ id: partnerId, clockOffsetMs: 0 }), id)).messages;

const dueAgain = (invoiceId: string) =>
  db.execute(sql`update outgoing_messages set next_attempt_at = now() where invoice_id = ${invoiceId} and state = 'waiting'`);

const encryptLinkWith = (invoiceId: string, keyId: string) =>
  db.execute(sql`update customer_links set secret_key_id = ${keyId} where invoice_id = ${invoiceId}`);

test("a message that cannot be composed delays no other, is refused after a day, and is sent once that is repaired and a person asks", async () => {
  const { partner, invoice, customerEmail, outgoing, collect } = await givenCollected();
  await customerLink(db, partner.actor, invoice.id);
  await encryptLinkWith(invoice.id, "lost");
  const other = await givenCollected({ partner });
  await collect();
  expect(mailServer.received(other.customerEmail)).toHaveLength(1);
  expect(await outgoing()).toMatchObject([{ state: "waiting", failure: "not_composed" }]);

  for (let tries = 1; tries < 10; tries += 1) {
    expect(await outgoing()).toMatchObject([{ state: "waiting" }]);
    await dueAgain(invoice.id);
    await collect();
  }
  expect(await outgoing()).toMatchObject([{ state: "refused", failure: "not_composed" }]);
  const { actor } = await givenMember(partner);
  expect(await listTimeline(db, actor, invoice.id)).toContainEqual(
    expect.objectContaining({ kind: "message_refused", about: "request1", why: "not_composed" }),
  );

  await encryptLinkWith(invoice.id, "1");
  const [message] = await outgoing();
  await sendAgain(db, actor, invoice.id, message?.id ?? "");
  await collect();
  expect(mailServer.received(customerEmail)).toHaveLength(1);
});

test("postponements during a payment do not count as failures", async () => {
  const { invoice, outgoing, collect, decide } = await givenCollected();
  await decide();
  await givenPayment(invoice);
  for (let tries = 0; tries < 25; tries += 1) {
    await dueAgain(invoice.id);
    await collect();
  }
  expect(await outgoing()).toMatchObject([{ state: "waiting", attempts: 25, failures: 0 }]);
});

test("a waiting request is postponed for a day if an attempt to pay fails", async () => {
  const { partner, invoice, outgoing, collect, decide } = await givenCollected({ isSandbox: true });
  await decide();
  const payment = await givenBegunPayment(partner, invoice, "bank_transfer");
  await payment.decide("fail");
  await payment.follow();
  const stateOn = async (days: number) => {
    await jumpClock(partner, days);
    await dueAgain(invoice.id);
    await collect({ kind: "mailbox" });
    return (await outgoing()).find(({ kind }) => kind === "request1")?.state;
  };
  expect(await stateOn(0.75)).toBe("waiting");
  expect(await stateOn(1.25)).toBe("sent");
});

test("a message whose senders died again and again is refused", async () => {
  const { invoice, outgoing, collect, decide } = await givenCollected();
  await decide();
  await db.execute(sql`update outgoing_messages set attempts = 20, failures = 20 where invoice_id = ${invoice.id}`);
  await collect();
  expect(await outgoing()).toMatchObject([{ state: "refused", failure: "sender_died" }]);
});

describe("exactly once:", () => {
  test("many senders at the same time", async () => {
    const partner = await givenPartner();
    const all = await Promise.all(times(30, () => givenCollected({ partner })));
    const { collect } = collectionOf(partner);
    await Promise.all(times(5, () => collect()));
    await collect();
    for (const { customerEmail } of all) expect(mailServer.received(customerEmail)).toHaveLength(1);
  });

  test("a mail that the server does not accept waits, is nowhere shown as sent, and is sent when it is tried again", async () => {
    const { invoice, customerEmail, outgoing, collect } = await givenCollected();
    mailServer.refuse(true);
    await collect();
    expect(await outgoing()).toMatchObject([{ state: "waiting", failure: "450", attempts: 1 }]);
    expect(await messagesOf(invoice)).toEqual([]);

    mailServer.refuse(false);
    await collect();
    expect(mailServer.received(customerEmail)).toEqual([]);
    await db.execute(sql`update outgoing_messages set next_attempt_at = now() where invoice_id = ${invoice.id}`);
    await collect();
    expect(mailServer.received(customerEmail)).toHaveLength(1);
  });

  test("an unreachable mail server raises an error, and costs no message more than a minute", async () => {
    const { outgoing, collect } = await givenCollected();
    sendThrough({ url: "smtp://127.0.0.1:1" });
    await expect(collect()).rejects.toMatchObject({ code: "ESOCKET" });
    const [waiting] = await outgoing();
    expect(waiting).toMatchObject({ state: "waiting", failures: 0 });
    expect(Number(waiting?.nextAttemptAt) - Date.now()).toBeLessThanOrEqual(61_000);
  });

  test("a server that falls silent after the contents is not sent them again, and the invoice tells of it", async () => {
    const { invoice, outgoing, decide, sendDue } = await givenCollected();
    await decide();
    let sends = 0;
    const transport = answering(async (handOver) => {
      sends += 1;
      expect(await handOver()).toBe(true);
      return { state: "unknown", failure: "ETIMEDOUT" };
    });
    await sendDue(transport);
    await sendDue(transport);
    expect(sends).toBe(1);
    expect(await outgoing()).toMatchObject([{ state: "unknown", failure: "ETIMEDOUT" }]);
    expect(await messagesOf(invoice)).toHaveLength(1);
  });

  test("a message whose sender died while its contents were going is not sent again", async () => {
    const { invoice, customerEmail, outgoing, collect, decide, sendDue } = await givenCollected();
    await decide();
    const dying = answering(async (handOver) => {
      await handOver();
      throw new Error("died");
    });
    await expect(sendDue(dying)).rejects.toThrow("died");
    await collect();
    expect(await outgoing()).toMatchObject([{ state: "handing_over" }]);

    await db.execute(sql`update outgoing_messages set next_attempt_at = now() where invoice_id = ${invoice.id}`);
    await collect();
    expect(mailServer.received(customerEmail)).toEqual([]);
    expect(await outgoing()).toMatchObject([{ state: "unknown", failure: "sender_died" }]);
    expect(await messagesOf(invoice)).toHaveLength(1);
  });

  test("a sender that comes back after another has taken its message hands nothing over", async () => {
    const { invoice, outgoing, decide, sendDue } = await givenCollected();
    await decide();
    const slow = answering(async (handOver) => {
      await db.execute(sql`update outgoing_messages set attempts = attempts + 1 where invoice_id = ${invoice.id}`);
      expect(await handOver()).toBe(false);
      return { state: "not_handed_over" };
    });
    await sendDue(slow);
    expect(await outgoing()).toMatchObject([{ state: "waiting" }]);
  });

  test("the database refuses the same message twice, and any step back from a final outcome", async () => {
    const { invoice, collect } = await givenCollected();
    await collect();
    const again = sql`insert into outgoing_messages (partner_id, id, invoice_id, kind, created_at, next_attempt_at)
      select partner_id, ${"f".repeat(40)}, invoice_id, kind, now(), now() from outgoing_messages where invoice_id = ${invoice.id}`;
    await expect(db.execute(again)).rejects.toThrow();
    await expect(db.execute(sql`update outgoing_messages set state = 'waiting' where invoice_id = ${invoice.id}`)).rejects.toThrow();
  });
});

test("into the development mailbox a message goes in one transaction, and is never sent from there", async () => {
  const { invoice, customerEmail, outgoing, collect } = await givenCollected();
  await collect({ kind: "mailbox" });
  const kept = await db.select().from(mails).where(eq(mails.recipient, customerEmail));
  expect(kept).toMatchObject([{ locale: "nl", body: expect.stringContaining("Beste Ada Brandsma,"), sentAt: expect.any(Date) }]);
  expect(await outgoing()).toMatchObject([{ state: "sent" }]);
  expect((await messagesOf(invoice)).map(({ id }) => id)).toEqual([kept[0]?.id]);
});
