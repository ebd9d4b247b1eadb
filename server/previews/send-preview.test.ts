import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { changes } from "@/db/schema/changes";
import { outgoingMessages } from "@/db/schema/collections";
import { mails } from "@/db/schema/mails";
import { messages } from "@/db/schema/messages";
import { securityEvents } from "@/db/schema/security-events";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { CustomerMail, Transport } from "@/server/messages/transport";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { listPreviews } from "./list-previews";
import { sendPreview } from "./send-preview";

const first = { kind: "request1", round: 0 } as const;

async function given({ isSandbox = false, locale = "en" as const } = {}) {
  const partner = await givenPartner({ isSandbox });
  const company = await givenCompany(partner);
  const into = await givenImport(partner, { company });
  const invoice = await givenInvoice(partner, { import: into, invoice: { locale: "nl" } });
  const { person, actor } = await givenMember(partner, { locale });
  return { partner, company, invoice, person, actor, of: { invoiceId: invoice.id } };
}

/** A mail server that keeps what it is sent. */
function server(state: "sent" | "waiting" = "sent") {
  const received: CustomerMail[] = [];
  const transport: Transport = {
    kind: "smtp",
    connect: async () => ({
      send: async (mail, handOver) => {
        if (state === "waiting") return { state, failure: "450" };
        if (await handOver()) received.push(mail);
        return { state };
      },
      close: () => {},
    }),
  };
  return { received, transport };
}

test.each([false, true])("that very mail goes to the person's own address and nobody else's; in a sandbox: %s", async (isSandbox) => {
  const { actor, person, of, invoice } = await given({ isSandbox });
  const { received, transport } = server();
  const [shown] = (await listPreviews(db, actor, of, "de")).messages;
  expect(await sendPreview(db, actor, of, "de", first, transport)).toBe(person.email);
  expect(received).toHaveLength(1);
  const [mail] = received;
  expect(mail?.recipient).toBe(person.email);
  expect(mail?.recipient).not.toBe(invoice.customerEmail);
  expect(mail?.subject).toBe(`Preview: ${shown?.subject}`);
  const withoutCode = (words = "") => words.replace(/(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}/g, "").replace(/cid:[^"]+/g, "");
  expect(withoutCode(mail?.text)).toBe(withoutCode(shown?.mail?.text));
  expect(withoutCode(mail?.html)).toBe(withoutCode(shown?.mail?.html));
  expect(mail?.html).not.toMatch(/\/i\/[\w-]{32}/);
});

test("it is no message of the plan: no message, no line, no change, but an event in the security log", async () => {
  const { partner, actor, of, invoice, person } = await given();
  const changesOf = () => db.select({ kind: changes.kind }).from(changes).where(eq(changes.partnerId, partner.id));
  const before = await changesOf();
  await sendPreview(db, actor, of, null, first, { kind: "mailbox" });
  expect(await db.select({ id: outgoingMessages.id }).from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id))).toEqual([]);
  expect(await db.select({ id: messages.id }).from(messages).where(eq(messages.partnerId, partner.id))).toEqual([]);
  expect(await changesOf()).toEqual(before);
  expect((await getInvoice(db, partner.actor, invoice.id)).lines).toEqual(invoice.lines);
  const kept = await db.select({ subject: mails.subject, sentAt: mails.sentAt }).from(mails).where(eq(mails.recipient, person.email));
  expect(kept).toEqual([{ subject: expect.stringMatching(/^Preview: /), sentAt: expect.any(Date) }]);
  const events = await db
    .select({ actor: securityEvents.actor, about: securityEvents.about, after: securityEvents.after })
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "preview_sent")));
  expect(events).toEqual([{ actor: `person:${person.id}`, about: `invoice:${invoice.id}`, after: { message: "request1" } }]);
});

test("only people get it: no key, and no person whose account is disabled", async () => {
  const { partner, actor, of, person } = await given();
  const { received, transport } = server();
  await expect(sendPreview(db, partner.actor, of, null, first, transport)).rejects.toThrow("not_allowed");
  await db.execute(sql`update users set disabled_at = now() where id = ${person.id}`);
  await expect(sendPreview(db, actor, of, null, first, transport)).rejects.toThrow("not_allowed");
  expect(received).toEqual([]);
});

test("a mail that the server does not accept is refused, and not in the log", async () => {
  const { partner, actor, of } = await given();
  await expect(sendPreview(db, actor, of, null, first, server("waiting").transport)).rejects.toThrow("service_unavailable");
  await expect(sendPreview(db, actor, of, null, first, { kind: "none" })).rejects.toThrow("service_unavailable");
  await expect(sendPreview(db, actor, of, null, { kind: "reminder1", round: 4 }, server().transport)).rejects.toThrow("invalid_message_id");
  const events = await db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "preview_sent")));
  expect(events).toEqual([]);
});

test("after 20 mails in 15 minutes a person gets no more, while a colleague does", async () => {
  const { partner, actor, company } = await given();
  const { received, transport } = server();
  const of = { companyId: company.id };
  for (let count = 0; count < 20; count += 1) await sendPreview(db, actor, of, null, first, transport);
  await expect(sendPreview(db, actor, of, null, first, transport)).rejects.toThrow("too_many_attempts");
  expect(received).toHaveLength(20);
  const colleague = await givenMember(partner);
  await sendPreview(db, colleague.actor, of, null, first, transport);
  expect(received.at(-1)?.recipient).toBe(colleague.person.email);
});
