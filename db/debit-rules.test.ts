import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { beginCollections } from "@/server/billing/collection/begin-collections";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { newId } from "@/server/platform/id";
import { givenCompany, givenInvoice } from "@/server/testing/given";
import { givenDebits } from "@/server/testing/given-debit";
import { givenCollecting, givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { textArray } from "./array-text";
import { db } from "./client";

// Rules of the database about direct debits, tested with plain SQL.

async function refusalOf(...statements: SQL[]): Promise<string> {
  const done = db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });
  return done.then(
    () => "done",
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  );
}

/** A planned debit of 45.00, and statements about it. */
async function given() {
  const world = await givenDebits();
  await world.decide();
  const [debit] = await world.debits();
  const [part] = await world.parts();
  if (!debit || !part) throw new Error("Nothing was planned");
  const here = sql`where partner_id = ${debit.partnerId} and id = ${debit.id}`;
  const ofPart = sql`where partner_id = ${part.partnerId} and id = ${part.id}`;
  const fileId = newId();
  const file = sql`
    insert into debit_files (partner_id, id, company_id, bank_account_id, holder, iban, creditor_identifier, batch_booking, debits_count, amount_cents, created_by, created_at, needs_approval)
    values (${debit.partnerId}, ${fileId}, ${debit.companyId}, ${debit.bankAccountId}, 'Rowing Club', 'DE02120300000000202051', 'DE98ZZZ09999999999', true, 1, 4500, 'system', now(), false)`;
  const intoFile = (cents = 4_500) => sql`
    update debits set status = 'at_bank', file_id = ${fileId}, file_cents = ${cents}, sequence_type = 'RCUR', holder = 'Ada Brandsma', iban = 'DE02120300000000202051',
      scheme = 'CORE', mandate_reference = 'M-1', mandate_signed_on = '2026-06-01', text = 'Season' ${here}`;
  const setPart = (status: string) => sql`update payments set status = ${status} ${ofPart}`;
  return { ...world, debit, part, here, ofPart, file, intoFile, setPart };
}

const another = (debit: { partnerId: string; companyId: string; bankAccountId: string }, facts: Record<string, string>) => {
  const id = newId();
  const { mandateId = "", customerKey = "", collectOn = "2027-01-04" } = facts;
  return sql`insert into debits (partner_id, id, company_id, mandate_id, customer_key, bank_account_id, collect_on, amount_cents, end_to_end_id, announced_at, created_at)
    values (${debit.partnerId}, ${id}, ${debit.companyId}, ${mandateId}, ${customerKey}, ${debit.bankAccountId}, ${collectOn}, 4500, right(${id}, 35), now(), now())`;
};

test("a debit needs a mandate of its payer for its company that is valid on its day", async () => {
  const { debit, partner, mandate } = await given();
  const [mandateId, customerKey] = [debit.mandateId, debit.customerKey];
  expect(await refusalOf(another(debit, { mandateId: newId(), customerKey }))).toContain("has no valid mandate");
  expect(await refusalOf(another(debit, { mandateId, customerKey: "other@members.example" }))).toContain("has no valid mandate");
  expect(await refusalOf(another(debit, { mandateId, customerKey, collectOn: "2029-06-01" }))).toContain("has no valid mandate");
  const other = await givenCompany(partner);
  expect(await refusalOf(another({ ...debit, companyId: other.id }, { mandateId, customerKey }))).toContain("has no valid mandate");
  expect(await refusalOf(another(debit, { mandateId, customerKey, collectOn: "2029-05-31" }))).toBe("done");
  await withdrawMandate(db, partner.actor, mandate?.id ?? "");
  expect(await refusalOf(another(debit, { mandateId, customerKey }))).toContain("has no valid mandate");
});

test("a debit goes into a file with what its parts say, by a valid mandate, and never above what was announced", async () => {
  const { file, intoFile, setPart, partner, mandate } = await given();
  expect(await refusalOf(file, intoFile())).toContain("is not what its parts say");
  expect(await refusalOf(file, intoFile(4_499), setPart("pending"))).toContain("is not what its parts say");
  expect(await refusalOf(file, intoFile(4_501), setPart("pending"))).toContain("debits_never_above_announced");
  expect(await refusalOf(setPart("pending"))).toContain("is not what its parts say");
  await withdrawMandate(db, partner.actor, mandate?.id ?? "");
  expect(await refusalOf(file, intoFile(), setPart("pending"))).toContain("has no valid mandate");
});

/** Three planned debits of one company, and statements about all of them, or about the first ones. */
async function givenThree() {
  const { partner, company } = await givenCollecting();
  const planned: Awaited<ReturnType<typeof givenPlannedDebit>>[] = [];
  for (const nth of [1, 2, 3]) planned.push(await givenPlannedDebit(partner, company, { amounts: [nth * 1_000] }));
  const [partnerId, fileId] = [partner.id, newId()];
  const idsOf = (count: number) => textArray(planned.slice(0, count).map(({ debit }) => debit.id));
  const intoFile = (count: number) => [
    sql`insert into debit_files (partner_id, id, company_id, bank_account_id, holder, iban, creditor_identifier, batch_booking, debits_count, amount_cents, created_by, created_at, needs_approval)
      select partner_id, ${fileId}, company_id, bank_account_id, 'Rowing Club', 'DE02120300000000202051', 'DE98ZZZ09999999999', true, 3, 6000, 'system', now(), false
      from debits where id = any(${idsOf(1)}::text[])`,
    sql`update debits set status = 'at_bank', file_id = ${fileId}, file_cents = amount_cents, sequence_type = 'RCUR', holder = 'Ada Brandsma', iban = 'DE02120300000000202051',
      scheme = 'CORE', mandate_reference = 'M-1', mandate_signed_on = '2026-06-01', text = 'Season' where partner_id = ${partnerId} and id = any(${idsOf(count)}::text[])`,
  ];
  const setParts = (count: number) =>
    sql`update payments set status = 'pending' where partner_id = ${partnerId} and debit_id = any(${idsOf(count)}::text[])`;
  return { partner, planned, intoFile, setParts };
}

test("each of several debits in one statement needs a valid mandate, and agrees with its parts", async () => {
  const { partner, planned, intoFile, setParts } = await givenThree();
  const third = planned[2];
  expect(await refusalOf(...intoFile(3), setParts(2))).toBe(`debit ${third?.debit.id} is not what its parts say`);
  expect(await refusalOf(...intoFile(2), setParts(3))).toBe(`debit ${third?.debit.id} is not what its parts say`);
  await withdrawMandate(db, partner.actor, third?.mandate.id ?? "");
  expect(await refusalOf(...intoFile(3), setParts(3))).toBe(`debit ${third?.debit.id} has no valid mandate`);
  expect(await refusalOf(...intoFile(2), setParts(2))).toBe("done");
});

test("debits are verified where a transaction demands it, and once more if they change afterwards", async () => {
  const { intoFile, setParts } = await givenThree();
  const [now, later] = ["immediate", "deferred"].map((when) => sql`set constraints debits_are_their_parts ${sql.raw(when)}`) as [SQL, SQL];
  expect(await refusalOf(...intoFile(3), now)).toContain("is not what its parts say");
  expect(await refusalOf(...intoFile(2), setParts(2), now, later, setParts(3))).toContain("is not what its parts say");
  expect(await refusalOf(now, ...intoFile(3))).toContain("is not what its parts say");
  const taken = [sql`savepoint before_parts`, setParts(3), now, sql`rollback to savepoint before_parts`, later];
  expect(await refusalOf(...intoFile(3), ...taken)).toContain("is not what its parts say");
  expect(await refusalOf(...intoFile(3), setParts(3), now)).toBe("done");
});

test("each payment whose state one statement changes is a change of its invoice, which is looked at again; no note of a debit is left", async () => {
  const { partner, planned, intoFile, setParts } = await givenThree();
  const ofPartner = sql`where partner_id = ${partner.id}`;
  const atBank = () => db.execute(sql`select record_id from changes ${ofPartner} and kind = 'debit_at_bank' order by record_id`);
  while ((await beginCollections(db, { partnerId: partner.id })) > 0);
  await db.execute(sql`update collections set next_at = null ${ofPartner}`);
  expect(await refusalOf(...intoFile(2), setParts(2))).toBe("done");
  const invoiceIds = planned.flatMap(({ invoices }) => invoices.map(({ id }) => id));
  expect((await atBank()).map(({ record_id }) => record_id)).toEqual(invoiceIds.slice(0, 2).sort());
  const queued = await db.execute(sql`select invoice_id from collections ${ofPartner} and next_at = '-infinity' order by invoice_id`);
  expect(queued.map(({ invoice_id }) => invoice_id)).toEqual(invoiceIds.slice(0, 2).sort());
  await db.execute(sql`update collections set next_at = null ${ofPartner}`);
  expect(await refusalOf(setParts(2))).toBe("done");
  expect(await atBank()).toHaveLength(2);
  expect(await db.execute(sql`select from collections ${ofPartner} and next_at is not null`)).toHaveLength(0);
  expect(await db.execute(sql`select from debit_checks ${ofPartner}`)).toHaveLength(0);
});

test("what is in a file stays, until the file is withdrawn", async () => {
  const { file, intoFile, setPart, here, ofPart } = await given();
  expect(await refusalOf(file, intoFile(), setPart("pending"))).toBe("done");
  expect(await refusalOf(sql`update debits set collect_on = collect_on + 1 ${here}`)).toContain("keeps its day");
  expect(await refusalOf(sql`update debits set holder = 'Somebody' ${here}`)).toContain("what was in a file stays");
  expect(await refusalOf(sql`update debits set status = 'cancelled', ended_at = now() ${here}`, setPart("cancelled"))).toContain(
    "ends once",
  );
  expect(await refusalOf(sql`update payments set amount_cents = 4400 ${ofPart}`)).toContain("what was ordered stays");
  expect(await refusalOf(sql`update debit_files set holder = 'X'`)).toContain("a file for the bank stays");
  const out = sql`update debits set status = 'planned', file_id = null, file_cents = null, sequence_type = null, holder = null, iban = null, scheme = null,
    mandate_reference = null, mandate_signed_on = null, text = null, collect_on = collect_on + 7 ${here}`;
  expect(await refusalOf(out)).toContain("is not what its parts say");
  expect(await refusalOf(out, setPart("scheduled"))).toBe("done");
});

test("a planned part only becomes smaller, and an invoice is a part of one unfinished debit", async () => {
  const { partner, debit, part, here, ofPart, company } = await given();
  expect(await refusalOf(sql`update payments set amount_cents = 4501 ${ofPart}`)).toContain("what was ordered stays");
  expect(await refusalOf(sql`update payments set amount_cents = 4400 ${ofPart}`)).toBe("done");
  expect(await refusalOf(sql`update debits set amount_cents = 4400 ${here}`)).toContain("what was announced stays");
  expect(await refusalOf(sql`delete from debits ${here}`)).toMatch(/permission denied|is kept/);
  const second = (
    invoiceId: string,
  ) => sql`insert into payments (partner_id, id, invoice_id, method, status, amount_cents, created_at, debit_id)
    values (${partner.id}, ${newId()}, ${invoiceId}, 'sdd', 'scheduled', 100, now(), ${debit.id})`;
  expect(await refusalOf(second(part.invoiceId))).toMatch(/payments_by_debit|payments_debited_once_at_a_time/);
  const invoice = await givenInvoice(partner, { company });
  expect(await refusalOf(second(invoice.id))).toBe("done");
  expect(await refusalOf(second((await givenInvoice(partner, { company })).id))).toContain("is not what its parts say");
});

test("a booked part has its line, and a rejected one has none", async () => {
  const { file, intoFile, setPart, here, part } = await given();
  expect(await refusalOf(file, intoFile(), setPart("pending"))).toBe("done");
  expect(await refusalOf(setPart("paid"))).toContain("is not what its lines say");
  const rejected = sql`update debits set status = 'rejected', ended_at = now() ${here}`;
  expect(await refusalOf(rejected)).toContain("is not what its parts say");
  expect(await refusalOf(rejected, setPart("failed"))).toBe("done");
  expect(await refusalOf(sql`update payments set status = 'pending' where id = ${part.id}`)).toContain("an attempt ends once");
});
