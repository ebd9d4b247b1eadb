import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { listComing } from "@/server/bank/debit-files/list-coming";
import { beginCollections } from "@/server/billing/collection/begin-collections";
import { forecastImport } from "@/server/billing/collection/forecast-import";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenCreditor } from "@/server/testing/given-mandate";
import { givenPayers } from "@/server/testing/given-payers";
import { type Measured, measured } from "@/server/tools/bench/measured";
import { withDatabase } from "@/server/tools/bench/notification-setup";

// Plans the collection of an import in a database of its own, and prints the figures of each part as one line of JSON. `planning.ts` runs
// it, also compiled against the sources of another checkout. Arguments: invoices; `debits` if all payers have a mandate, otherwise `mails`;
// `fresh` if the tables are to stay without statistics.

const count = Number(process.argv[2]);
const isByDebit = process.argv[3] === "debits";
const CONNECTIONS = 5;

await withDatabase(CONNECTIONS, async ({ db: own }, _, adminUrl) => {
  const postgres = (await import("postgres")).default;
  const admin = postgres(adminUrl, { max: 1 });
  if (process.argv[4] === "fresh") {
    await admin`alter system set autovacuum = off`;
    await admin`select pg_reload_conf()`;
  }
  const partner = await givenPartner({ isSandbox: true });
  const company = await (isByDebit ? givenCreditor(partner) : givenCompany(partner));
  const scope = { partnerId: partner.id };
  const into = await givenPayers(partner, company, { count, isByDebit });
  if (process.argv[4] !== "fresh") await admin`vacuum analyze`;
  await admin.end();
  const parts: Record<string, Measured> = {};
  const steps = async () => {
    while ((await takeDueSteps(db, { canMail: true, scope })) > 0);
  };
  const tomorrow = () => own.execute(sql`update partners set clock_offset_ms = ${DAY_MS} where id = ${partner.id}`);

  parts["forecast before"] = await measured(() => forecastImport(db, partner.actor, into.id));
  await transmitImport(db, partner.actor, into.id);
  while ((await beginCollections(db, scope)) > 0);
  parts["steps due"] = await measured(steps);
  await own.execute(sql`update outgoing_messages set state = 'sent' where partner_id = ${partner.id}`);
  parts["forecast after"] = await measured(() => forecastImport(db, partner.actor, into.id));
  if (isByDebit) parts["coming list"] = await measured(() => listComing(db, partner.actor, company.id));
  await tomorrow();
  parts["the next day"] = await measured(steps);
  const [queued] = await own.execute<{ count: number }>(sql`select count(*)::int from outgoing_messages where partner_id = ${partner.id}`);
  if (queued?.count !== count) throw new Error(`${queued?.count} of ${count} customers are told`);
  console.log(JSON.stringify(parts));
});
process.exit(0);
