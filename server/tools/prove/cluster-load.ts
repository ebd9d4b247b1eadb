import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import type { Partner } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { SECOND_MS } from "@/server/domain/formats/time";
import { createEndpoint } from "@/server/notifications/create-endpoint";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { findWhatIsWrong } from "@/server/testing/after-kills";
import { type Body, companyBody, invoiceBody } from "@/server/testing/bodies";
import { booksOf, problemsIn } from "@/server/testing/books";
import { givenMember } from "@/server/testing/given-person";
import { givenSession } from "@/server/testing/given-session";
import { readInvoiceIds, serveLocally } from "@/server/testing/serve-locally";
import type { SmtpServer } from "@/server/testing/smtp-server";
import { askPortal, call, isToldToRetry, openPage, RefusedCall, type Service } from "@/server/tools/bench/call";
import { readVersion } from "@/server/tools/bench/notification-setup";
import { Witness } from "@/server/tools/bench/notification-witness";
import { say } from "@/server/tools/bench/report";

const WRITERS = 4;
const PAYERS = 2;
const SENDERS = 1;
const PEOPLE = 2;
const BETWEEN_ACTS_MS = 50;
const BEFORE_RETRY_MS = 200;
/** Number of changes to each invoice, small enough that later changes do not hide a missed one. */
const VERSIONS = 3;
/** Maximum number of records in one request. */
const MOST_AT_ONCE = 100;
/** Longer than the lease of a message whose process was killed. */
const SETTLES_WITHIN_MS = 420 * SECOND_MS;

export interface Load {
  /** Number of requests; of failed requests, which were retried; and of failures without an instruction to retry. */
  counts(): { requests: number; failed: number; unexplained: number };
  /**
   * Waits until a request that began after `moment` (`Date.now()`) has written something. Returns the time until then, in ms. Throws after
   * two minutes.
   */
  firstWriteAfter(moment: number): Promise<number>;
  /**
   * Ends the load, waits until the service has finished all due work (unless something is lost), and compares acknowledged with stored
   * records.
   */
  end(): Promise<Outcome>;
}

export interface Outcome {
  acknowledged: { invoices: number; changes: number; payments: number };
  /** Number of acknowledged records that are missing. */
  lost: number;
  notifications: number;
  /** Number of invoices whose last change was not announced. */
  missed: number;
  /** Number of notifications repeated after their confirmation. */
  repeated: number;
  /** Number of reads in the portal after a write, and of outdated answers among them. */
  looks: { asked: number; stale: number };
  mails: number;
  /** Violations in words. */
  wrongs: string[];
}

/**
 * Simulates partners' systems that create and change invoices, transmit imports and have them paid, retrying each request, a POST with the
 * same idempotency key, until it is acknowledged; one system that is notified and fetches; and people who open pages.
 */
export async function beginClusterLoad({ db }: Connection, baseUrl: string, smtp: SmtpServer): Promise<Load> {
  const live = await givenPartner(db, baseUrl, false);
  const sandbox = await givenPartner(db, baseUrl, true);
  const { counts, writes, attempt, insist, post } = countedTries();
  /** Ids of invoices, in the order of acknowledgement. */
  const acknowledged: Acknowledged = { created: [], transmitted: [], paid: [], changes: 0, gone: 0 };

  let isOver = false;
  const again = async (act: () => Promise<void>) => {
    for (; !isOver; await wait(BETWEEN_ACTS_MS)) {
      await act().catch((error: unknown) => {
        if (!isGone(error)) throw error;
        acknowledged.gone += 1;
        say(`What was acknowledged is gone: ${error}`);
      });
    }
  };
  const create = async ({ service }: Given, importId: string, more: Body = {}) => {
    const { invoice_id } = await post(service, "/invoices", invoiceBody(importId, more));
    acknowledged.created.push(invoice_id);
    return String(invoice_id);
  };

  const witness = new Witness((ids) => look(live.service, ids));
  const confirmed = new Map<string, number>();
  const receiver = await serveLocally(async (request, response) => {
    const ids = await readInvoiceIds(request);
    const delivery = String(request.headers["webhook-id"]);
    confirmed.set(delivery, (confirmed.get(delivery) ?? 0) + 1);
    response.writeHead(204).end();
    await insist("read", () => witness.sawNotification(ids));
  });
  await createEndpoint(db, systemActor(live.partner), { url: receiver.url, pacing: "real_time" });

  const looks = { asked: 0, stale: 0 };
  const portal = { baseUrl, cookie: await signIn(live.partner) };
  /** Reads as a person would who was told that the write succeeded. Only this writer changes the invoice. */
  const lookInPortal = async (invoiceId: string, version: number) => {
    const shown = await insist("read", () => askPortal(portal, "invoice.get", { invoiceId }));
    looks.asked += 1;
    if ((shown as { reference: string | null }).reference !== String(version)) looks.stale += 1;
  };

  const { import_id: open } = await post(live.service, "/imports", { company_id: live.companyId, title: "Changed" });
  const change = async () => {
    const id = await create(live, open);
    for (let version = 1; version <= VERSIONS; version += 1) {
      await insist("write", () =>
        call(live.service, "PUT", `/invoices/${id}`, { external_invoice_number: "2026-0001", reference: String(version) }),
      );
      witness.sawCommit(id);
      acknowledged.changes += 1;
      await lookInPortal(id, version);
    }
  };
  /** Transmits an import with one customer of its own. */
  const transmit = async (of: Given) => {
    const { import_id } = await post(of.service, "/imports", { company_id: of.companyId, title: "Collected" });
    const email = { email_address: `${crypto.randomUUID()}@members.example` };
    const id = await create(of, import_id, { customer: { name: { last_name: "Brandsma" }, email } });
    await insist("write", () => unlessDone(call(of.service, "PUT", `/imports/${import_id}/transmit`)));
    return id;
  };
  const pay = async () => {
    const id = await transmit(sandbox);
    await post(sandbox.service, `/invoices/${id}/simulated_payments`, { outcome: "pay" });
    acknowledged.paid.push(id);
  };
  const busy = [
    ...Array.from({ length: WRITERS }, () => again(change)),
    ...Array.from({ length: SENDERS }, () => again(async () => void acknowledged.transmitted.push(await transmit(live)))),
    ...Array.from({ length: PAYERS }, () => again(pay)),
    ...Array.from({ length: PEOPLE }, () => again(async () => void (await attempt("read", () => openPage({ baseUrl }))))),
  ];

  return {
    counts: () => ({ ...counts }),
    firstWriteAfter: async (moment) => {
      for (const until = Date.now() + 120 * SECOND_MS; Date.now() < until; await wait(20)) {
        const first = writes.find(({ began }) => began > moment);
        if (first) return first.ended - moment;
      }
      throw new Error("Nothing was written for two minutes");
    },
    end: async () => {
      isOver = true;
      await Promise.all(busy);
      const isSettled = async () => acknowledged.gone > 0 || (witness.missed() === 0 && (await owedMessages(db, live.partner)) === 0);
      for (const until = Date.now() + SETTLES_WITHIN_MS; Date.now() < until && !(await isSettled()); ) await wait(SECOND_MS);
      receiver.close();
      return {
        ...(await compare(db, { live: live.partner, sandbox: sandbox.partner }, acknowledged, witness, smtp)),
        notifications: confirmed.size,
        missed: witness.missed(),
        repeated: [...confirmed.values()].filter((times) => times > 1).length,
        looks,
      };
    },
  };
}

type Kind = "read" | "write";

/** Returns functions that repeat requests until they succeed, and count them. */
function countedTries() {
  const counts = { requests: 0, failed: 0, unexplained: 0 };
  /** Times at which attempts that wrote something began and ended. */
  const writes: { began: number; ended: number }[] = [];
  const attempt = async <Result>(kind: Kind, act: () => Promise<Result>): Promise<{ result: Result } | undefined> => {
    const began = Date.now();
    counts.requests += 1;
    try {
      const result = await act();
      if (kind === "write") writes.push({ began, ended: Date.now() });
      return { result };
    } catch (error) {
      if (isGone(error)) throw error;
      counts.failed += 1;
      if (!isToldToRetry(error)) counts.unexplained += 1;
      say(`${new Date().toISOString()} ${error}`);
      return undefined;
    }
  };
  /** Throws only if the record no longer exists. */
  const insist = async <Result>(kind: Kind, act: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      const done = await attempt(kind, act);
      if (done) return done.result;
      await wait(BEFORE_RETRY_MS);
    }
  };
  const post = (service: Service, path: string, body?: unknown) => {
    const key = crypto.randomUUID();
    return insist("write", () => call(service, "POST", path, body, key));
  };
  return { counts, writes, attempt, insist, post };
}

/** Fetches as a notified partner would. */
async function look(service: Service, ids: string[]): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    const { invoices: found } = await call(service, "GET", `/invoices?ids=${ids.slice(from, from + MOST_AT_ONCE).join(",")}`);
    for (const { invoice_id, reference } of found) versions.set(invoice_id, readVersion(reference));
  }
  return versions;
}

interface Acknowledged extends Record<"created" | "transmitted" | "paid", string[]> {
  changes: number;
  /** Number of times that an acknowledged record was missing later. */
  gone: number;
}

async function compare(
  db: Connection["db"],
  { live, sandbox }: Record<"live" | "sandbox", Partner>,
  { created, transmitted, paid, changes, gone }: Acknowledged,
  witness: Witness,
  { received }: SmtpServer,
): Promise<Pick<Outcome, "acknowledged" | "lost" | "mails" | "wrongs">> {
  const stored = new Set((await db.select({ id: invoices.id }).from(invoices)).map(({ id }) => id));
  const present = (ids: string[]) => ids.filter((id) => stored.has(id));
  const unknown = stored.size - present(created).length;
  const ofSandbox = await Promise.all(present(paid).map((id) => booksOf(db, sandbox.id, id)));
  const paidTimes = ofSandbox.map((books) => books.payments.filter(({ status }) => status === "paid").length);
  const { wrongs } = await findWhatIsWrong(db, { partnerId: live.id, invoiceIds: present(transmitted) }, received);
  const lostInvoices = created.length - present(created).length;
  const lostPayments = paidTimes.filter((times) => times === 0).length;
  return {
    acknowledged: { invoices: created.length, changes, payments: paid.length },
    // Two counts of the same losses: `gone` has requests for a record that was missing, even an import; the sum has what is missing in the end.
    lost: Math.max(gone, lostInvoices + lostPayments + (await witness.lost())),
    mails: received.length,
    wrongs: [
      ...wrongs,
      ...ofSandbox.flatMap(problemsIn),
      ...paidTimes.filter((times) => times > 1).map((times) => `an invoice was paid ${times} times`),
      ...(unknown > 0 ? [`${unknown} invoices are there that were not acknowledged`] : []),
    ],
  };
}

interface Given {
  partner: Partner;
  service: Service;
  companyId: string;
}

async function givenPartner(db: Connection["db"], baseUrl: string, isSandbox: boolean): Promise<Given> {
  const partner = await createPartner(db, { name: "Northbank League", isSandbox });
  const { key } = await createApiKey(db, partner.id, { name: "prove" });
  const service = { baseUrl, key };
  const { company_id: companyId } = await call(service, "POST", "/companies", companyBody());
  return { partner, service, companyId };
}

/** Returns the session cookie of one of the partner's people. */
async function signIn(partner: Partner): Promise<string> {
  const { person } = await givenMember(partner);
  return `__Host-next-auth.session-token=${await givenSession(person)}`;
}

/** An attempt without an answer may have succeeded anyway. */
async function unlessDone(doing: Promise<unknown>): Promise<void> {
  await doing.catch((error: Error) => {
    if (!error.message.includes("import_already_transmitted")) throw error;
  });
}

/** Whether the record is missing, because the load requests only records that it has created. */
function isGone(error: unknown): boolean {
  return error instanceof RefusedCall && (error.status === 404 || error.message.includes("invalid_import_id"));
}

/** Returns the number of invoices not processed and messages not sent yet. */
async function owedMessages(db: Connection["db"], { id }: Partner): Promise<number> {
  const { owed } = only(
    await db.execute<{ owed: number }>(sql`select (
      (select count(*) from collection_starts where partner_id = ${id}) + (select count(*) from collections where partner_id = ${id} and next_at <= now())
      + (select count(*) from outgoing_messages where partner_id = ${id} and state in ('waiting', 'handing_over')))::int as owed`),
  );
  return owed;
}
