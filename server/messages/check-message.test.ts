import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import { type Mail, mails } from "@/db/schema/mails";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { env } from "@/server/env";
import { newCheckCode, spellCheckCode } from "@/server/platform/mail/check-code";
import { times } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { answering } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";
import { checkMessage } from "./check-message";
import { sendAgain } from "./send-again";
import type { Outcome } from "./transport";

type Collected = Awaited<ReturnType<typeof givenCollected>>;

/** Checks from an address of its own, so that tests do not share the limit. */
const check = (code: string | null | undefined, address = `of ${newCheckCode()}`) => checkMessage(db, address, code ?? "");

async function mailsTo({ customerEmail }: Collected): Promise<Mail[]> {
  return db.select().from(mails).where(eq(mails.recipient, customerEmail)).orderBy(mails.id);
}

const codeIn = ({ body }: Pick<Mail, "body">) => /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(body ?? "")?.[0];

describe("the check code", () => {
  test.each(["en", "nl", "de", "fr", "it"] as const)(
    "stands in requests and answers alike, each its own, with where to ask, in %s",
    async (locale) => {
      const collected = await givenCollected({ invoice: { locale } });
      await collected.collect({ kind: "mailbox" });
      await createTicket(db, collected.partner.actor, collected.invoice.id, { message: "You may." });
      await collected.collect({ kind: "mailbox" });

      const sent = await mailsTo(collected);
      const codes = sent.map(codeIn);
      expect(new Set(codes).size).toBe(2);
      expect((await collected.outgoing()).map(({ checkCode }) => spellCheckCode(checkCode ?? ""))).toEqual(codes);
      for (const { body } of sent) {
        // The address has no code in it, because codes would then appear in logs and browser histories.
        expect(body).toContain(` ${env().PUBLIC_URL}/genuine\n`);
      }
    },
  );

  test("stays the same over all attempts, also for a message that was planned before codes existed", async () => {
    const { outgoing, decide, sendDue } = await givenCollected();
    await decide();
    expect(await outgoing()).toMatchObject([{ checkCode: null }]);
    const codes: (string | null | undefined)[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      await sendDue(answering(async () => ({ state: "waiting", failure: "450" })));
      codes.push((await outgoing())[0]?.checkCode);
      await db.execute(sql`update outgoing_messages set next_attempt_at = now() where state = 'waiting'`);
    }
    expect(codes[0]).toMatch(/^[0-9A-Z]{12}$/);
    expect(new Set(codes).size).toBe(1);
  });
});

describe("with a code, a recipient", () => {
  test("learns which company sent the message and when, and nothing else", async () => {
    const collected = await givenCollected();
    await collected.collect({ kind: "mailbox" });
    const [message] = await collected.outgoing();
    const genuine = await check(message?.checkCode);
    expect(genuine).toEqual({ company: "Rowing Club Northbank", number: "2026-0001", sentAt: expect.any(Date) });
    expect(Math.abs(Date.now() - Number(genuine?.sentAt))).toBeLessThan(60_000);
    const [mail] = await mailsTo(collected);
    expect(await check(mail && codeIn(mail)?.toLowerCase())).toEqual(genuine);
  });

  type Send = (handOver: () => Promise<boolean>, whileItGoes: () => Promise<void>) => Promise<Outcome>;

  /** A state, whether a message in it counts as sent, and a server that brings a message there. */
  const sends: [OutgoingMessage["state"], boolean, Send][] = [
    ["waiting", false, async () => ({ state: "waiting", failure: "450" })],
    [
      "refused",
      false,
      async (handOver) => {
        await handOver();
        return { state: "refused", failure: "550" };
      },
    ],
    [
      "handing_over",
      true,
      async (handOver, whileItGoes) => {
        await handOver();
        await whileItGoes();
        return { state: "sent" };
      },
    ],
    [
      "unknown",
      true,
      async (handOver) => {
        await handOver();
        return { state: "unknown", failure: "ETIMEDOUT" };
      },
    ],
  ];

  test.each(sends)("of a message that is %s is told that it was sent: %s", async (state, isSent, send) => {
    const { outgoing, decide, sendDue } = await givenCollected();
    await decide();
    const told: boolean[] = [];
    const ask = async () => {
      const [message] = await outgoing();
      if (message?.state === state && message.checkCode) told.push(Boolean(await check(message.checkCode)));
    };
    await sendDue(answering((handOver) => send(handOver, ask)));
    await ask();
    expect(told).toEqual([isSent]);
  });

  test("is told that it was sent, also after sending it again failed", async () => {
    const { partner, invoice, outgoing, decide, sendDue } = await givenCollected();
    await decide();
    await sendDue(
      answering(async (handOver) => {
        await handOver();
        return { state: "unknown", failure: "ETIMEDOUT" };
      }),
    );
    const [lost] = await outgoing();
    const { actor } = await givenMember(partner);
    await sendAgain(db, actor, invoice.id, lost?.id ?? "");
    expect(await check(lost?.checkCode)).toBeDefined();
    await sendDue(answering(async () => ({ state: "refused", failure: "550" })));
    expect(await outgoing()).toMatchObject([{ state: "refused" }]);
    expect(await check(lost?.checkCode)).toBeDefined();
  });

  test("of a message that was cancelled is told that it was not sent", async () => {
    const { partner, invoice, outgoing, decide, sendDue } = await givenCollected();
    await decide();
    await sendDue(
      answering(async () => {
        const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
        await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
        return { state: "not_handed_over" };
      }),
    );
    const [message] = await outgoing();
    expect(message).toMatchObject({ state: "cancelled", checkCode: expect.any(String) });
    expect(await check(message?.checkCode)).toBeUndefined();
  });
});

test("an unknown code finds no message", async () => {
  for (const code of ["", "no", newCheckCode()]) expect(await check(code)).toBeUndefined();
});

test("of a hundred wrong codes at once from an address thirty are answered, and right ones always", async () => {
  const collected = await givenCollected();
  await collected.collect({ kind: "mailbox" });
  const [message] = await collected.outgoing();
  const address = `of ${newCheckCode()}`;

  const outcomes = await Promise.allSettled(times(100, () => check(newCheckCode(), address)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
  await expect(check(newCheckCode(), address)).rejects.toMatchObject({ code: "too_many_attempts" });
  expect(await check(message?.checkCode, address)).toBeDefined();
});

test("a code is found by its index, however many messages there are", async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(sql`explain select id from outgoing_messages where check_code = 'x'`);
  });
  expect(JSON.stringify(plan)).toMatch(/outgoing_messages_by_check_code.*Index Cond: .*check_code = /);
});
