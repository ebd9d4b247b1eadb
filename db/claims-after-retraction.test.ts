import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { env } from "@/server/env";
import { changesOf } from "@/server/testing/changes-of";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { connect, db } from "./client";

test("the migration credits the debt that a chargeback had left on a retracted invoice, and announces it to the partner", async () => {
  const partner = await givenPartner();
  const [stuck, other] = [
    await givenInvoice(partner, { amountCents: 4_500, transmitted: true }),
    await givenInvoice(partner, { amountCents: 4_500, transmitted: true }),
  ];
  const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
  await creditAndRetractInvoice(db, partner.actor, stuck.id, retraction);
  const owner = connect(
    Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname, search: "?role=ics_owner" }).href,
    { max: 1 },
  );
  const execute = (text: string) => owner.db.transaction((tx) => tx.execute(sql.raw(text)));
  await execute(`alter table invoice_lines disable trigger user; alter table invoices disable trigger user;
    insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date) values ('${partner.id}', '${stuck.id}', 3, 'back', 'CHARGEBACK-LINE', 4500, now());
    update invoices set amount_total_cents = 4500 where id = '${stuck.id}';
    alter table invoice_lines enable trigger user; alter table invoices enable trigger user`);

  const changes = await changesOf(partner.id, () => execute(readFileSync("db/migrations/0039_claims_after_retraction.sql", "utf8")));
  await owner.close();
  expect(changes).toMatchObject([{ recordId: stuck.id, kind: "line_added" }]);
  const { amountTotalCents, lines } = await getInvoice(db, partner.actor, stuck.id);
  expect(amountTotalCents).toBe(0);
  expect(lines.map(({ type, amountCents }) => [type, amountCents]).slice(1)).toEqual([
    ["CREDIT-LINE", -4_500],
    ["CHARGEBACK-LINE", 4_500],
    ["CREDIT-LINE", -4_500],
  ]);
  expect(await getInvoice(db, partner.actor, other.id)).toMatchObject({ amountTotalCents: 4_500 });
});
