import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, inject, test } from "vitest";
import { connect, db } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { beginCollections } from "@/server/billing/collection/begin-collections";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import { DAY_MS } from "@/server/domain/formats/time";
import { sendDueMessages } from "@/server/messages/send-due-messages";
import { heldUpWork } from "@/server/platform/metrics";
import { walkClocks } from "@/server/sandbox/walk-clocks";
import { failStatements } from "@/server/testing/failing-statements";
import { givenPartner } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { lockRow } from "@/server/testing/lock-row";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { runCollection } from "./run-collection";

const MAILBOX = { kind: "mailbox" } as const;

const ownerUrl = givenOwnDatabase("collecting_in_turn");

beforeAll(async () => {
  // A new database does not have the time-outs of the one that it is copied from. This one is set before the first query, so that all
  // connections have it.
  const admin = connect(inject("adminUrl"), { max: 1 });
  await admin.db.execute(sql`alter database collecting_in_turn set lock_timeout = '500ms'`);
  await admin.close();
});

const given = () => givenCollected({ isSandbox: true });
const insertsOf = ({ id }: { id: string }) =>
  ({ table: "outgoing_messages", event: "insert", condition: `new.partner_id = '${id}'` }) as const;
async function countHeldUp(kind: string): Promise<number> {
  const { values } = await heldUpWork.get();
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
}
const statesOf = async ({ outgoing }: Awaited<ReturnType<typeof given>>) => (await outgoing()).map(({ state }) => state);

test("a lost message whose invoice others lock stops no other, and is settled in the next round", async () => {
  const [lost, due] = [await given(), await given()];
  await lost.decide();
  await due.decide();
  await db.execute(sql`update outgoing_messages set state = 'handing_over', attempts = 1 where invoice_id = ${lost.invoice.id}`);
  const release = await lockRow(invoices, lost.invoice.id);
  const before = await countHeldUp("partner");
  expect(await sendDueMessages(db, MAILBOX)).toEqual({ sent: 1, notSent: 0 });
  // Operators have an alarm for work that stays held up.
  expect(await countHeldUp("partner")).toBeGreaterThan(before);
  expect([await statesOf(lost), await statesOf(due)]).toEqual([["handing_over"], ["sent"]]);
  await release();
  await sendDueMessages(db, MAILBOX);
  expect(await statesOf(lost)).toEqual(["unknown"]);
});

test("more than 100 lost messages of a partner that is held up keep no other partner's out", async () => {
  const [held, other] = [await given(), await given()];
  for (const { decide } of [held, other]) await decide();
  // The held-up partner's messages are older: one, and a hundred copies of it in other rounds.
  await db.execute(sql`
    insert into outgoing_messages (partner_id, id, invoice_id, kind, round, created_at, next_attempt_at, state, attempts)
    select partner_id, lpad(n::text, char_length(id), '0'), invoice_id, kind, n, created_at, now() - interval '1 hour', 'handing_over', 1
    from outgoing_messages, generate_series(1, 100) n where invoice_id = ${held.invoice.id}`);
  await db.execute(sql`
    update outgoing_messages set state = 'handing_over', attempts = 1, next_attempt_at = now() - interval '1 minute'
    where invoice_id in (${held.invoice.id}, ${other.invoice.id}) and round = 0`);
  const release = await lockRow(invoices, held.invoice.id);
  await sendDueMessages(db, MAILBOX);
  expect([new Set(await statesOf(held)), await statesOf(other)]).toEqual([new Set(["handing_over"]), ["unknown"]]);
  await release();
});

test.each(["57014", "40P01"])(
  "composing that fails with %s does not count as a failure of the message, which is sent later",
  async (code) => {
    const due = await given();
    await due.decide();
    await db.execute(sql`update outgoing_messages set failures = 9 where invoice_id = ${due.invoice.id}`);
    const links = { table: "customer_links", event: "insert", condition: `new.invoice_id = '${due.invoice.id}'` } as const;
    const release = await failStatements(ownerUrl, { ...links, code });
    expect(await sendDueMessages(db, MAILBOX)).toEqual({ sent: 0, notSent: 1 });
    expect(await due.outgoing()).toMatchObject([{ state: "waiting", failures: 9 }]);
    await release();
    await db.execute(sql`update outgoing_messages set next_attempt_at = now() where invoice_id = ${due.invoice.id}`);
    expect(await sendDueMessages(db, MAILBOX)).toEqual({ sent: 1, notSent: 0 });
  },
);

test("an import with an invoice that others lock stops neither due messages nor other imports, and begins in the next round", async () => {
  const held = await given();
  const [due, other] = [await given(), await given()];
  await due.decide();
  const release = await lockRow(invoices, held.invoice.id);
  await runCollection(db, { transport: MAILBOX });
  expect([await statesOf(held), await statesOf(due), await statesOf(other)]).toEqual([[], ["sent"], ["sent"]]);
  await release();
  await runCollection(db, { transport: MAILBOX });
  expect(await statesOf(held)).toEqual(["sent"]);
});

test.each(["55P03", "57014", "40P01"])(
  "steps of one partner that fail with %s stop no other's, and are taken in the next round",
  async (code) => {
    const [first, held, last] = [await given(), await given(), await given()];
    while ((await beginCollections(db)) > 0);
    const release = await failStatements(ownerUrl, { ...insertsOf(held.partner), code });
    expect(await takeDueSteps(db, { canMail: true })).toBe(2);
    expect([await statesOf(first), await statesOf(held), await statesOf(last)]).toEqual([["waiting"], [], ["waiting"]]);
    await release();
    expect(await takeDueSteps(db, { canMail: true })).toBe(1);
    expect(await statesOf(held)).toEqual(["waiting"]);
  },
);

test("any other failure of steps ends the round", async () => {
  const held = await given();
  const release = await failStatements(ownerUrl, { ...insertsOf(held.partner), code: "23514" });
  await expect(runCollection(db, { transport: MAILBOX })).rejects.toMatchObject({ cause: { code: "23514" } });
  await release();
});

test.each(["57014", "40P01"])("a message that cannot be handed over because of %s stops no other", async (code) => {
  const [held, due] = [await given(), await given()];
  await held.decide();
  await due.decide();
  const condition = `new.state = 'handing_over' and new.partner_id = '${held.partner.id}'`;
  const release = await failStatements(ownerUrl, { table: "outgoing_messages", event: "update", condition, code });
  await sendDueMessages(db, MAILBOX);
  expect([await statesOf(held), await statesOf(due)]).toEqual([["waiting"], ["sent"]]);
  await release();
  await db.execute(sql`update outgoing_messages set next_attempt_at = now() where invoice_id = ${held.invoice.id}`);
  await sendDueMessages(db, MAILBOX);
  expect(await statesOf(held)).toEqual(["sent"]);
});

test("a sandbox's clock that is held up stops no other", async () => {
  const [held, other] = [await givenPartner({ isSandbox: true }), await givenPartner({ isSandbox: true })];
  for (const { id } of [held, other]) await db.update(partners).set({ clockTargetMs: DAY_MS }).where(eq(partners.id, id));
  const release = await failStatements(ownerUrl, { table: "partners", event: "update", condition: `new.id = '${held.id}'`, code: "55P03" });
  await walkClocks(db);
  const offsetOf = async (id: string) => only(await db.select().from(partners).where(eq(partners.id, id))).clockOffsetMs;
  expect([await offsetOf(held.id), await offsetOf(other.id)]).toEqual([0, DAY_MS]);
  await release();
  await walkClocks(db);
  expect(await offsetOf(held.id)).toBe(DAY_MS);
});
