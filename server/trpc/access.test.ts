import { TRPCError } from "@trpc/server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { handBack } from "@/server/desk/tickets/hand-back";
import { reaches } from "@/server/domain/rules/access-levels";
import { DomainError } from "@/server/errors";
import { belongsToPartner, type Person } from "@/server/tenancy/people/person";
import { type Access, recordsNamedBy } from "@/server/testing/access";
import { accessTable } from "@/server/testing/access-table";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { deleteEndpoints, givenLastingEndpoint } from "@/server/testing/given-endpoint";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { givenRecords, missingRecords, type Records } from "@/server/testing/given-records";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

let world: Awaited<ReturnType<typeof givenWorld>>;
let rowsBefore: Record<string, unknown>;

beforeAll(async () => {
  world = await givenWorld();
  rowsBefore = await rowsOf([world.own, world.otherPartner]);
});

// Other tests do not send to these endpoints.
afterAll(async () => {
  await deleteEndpoints(...world.partners);
});

const procedures = Object.keys(appRouter._def.procedures).sort();

test("the table of access lists exactly the existing procedures", () => {
  expect(Object.keys(accessTable).sort()).toEqual(procedures);
});

describe.each(procedures)("%s", (path) => {
  const access = accessTable[path];
  if (!access) return;
  const wanted = recordsNamedBy(access);

  test("accepts the people it is for, and gives everybody else the same answer for every record", async () => {
    for (const [name, person] of Object.entries(world.people)) {
      if (isLetIn(person, access)) continue;
      const expected = person ? "not_allowed" : "not_signed_in";
      for (const records of [world.own, world.otherCompany, world.otherPartner, missingRecords()]) {
        expect(await outcomeOf(path, person, access, records), name).toBe(expected);
      }
    }
  });

  test("shows a record to those who may see it, and to everybody else as if it did not exist", async () => {
    for (const name of Object.keys(world.people)) {
      if (!isLetIn(world.people[name] ?? null, access)) continue;
      // Each person gets records of their own, because a change by one would affect the next.
      const seen = isQuery(path) ? world : await givenRecordsToChange(name, wanted, access);
      const person = seen.people[name] ?? null;
      const missing = await outcomeOf(path, person, access, missingRecords());

      for (const records of [seen.otherPartner, seen.otherCompany, seen.own]) {
        if (!records) continue;
        const outcome = await outcomeOf(path, person, access, records);
        const whose = `${name}, asking about ${nameOf(seen, records)}`;
        if (access.of && !isTheirs(seen, person, access, records)) expect(outcome, whose).toBe(missing);
        else expect(["done", ...(access.refusals ?? [])], whose).toContain(outcome);
      }
    }
  });
});

test("lists contain no record of somebody else's", async () => {
  for (const [path, { door, of, input }] of Object.entries(accessTable)) {
    if (of || door === "anybody" || !isQuery(path)) continue;
    for (const person of Object.values(world.people)) {
      if (!person || !isLetIn(person, { door }) || !belongsToPartner(person)) continue;
      for (const records of [world.own, world.otherCompany, world.otherPartner]) {
        const { invoiceId, openInvoiceId, ...asked } = records;
        const answer = JSON.stringify(await call(path, person, input?.(records)));
        if (isTheirs(world, person, { door, of: "company" }, records)) continue;
        for (const id of [invoiceId, openInvoiceId, asked.companyId, asked.importId, asked.userId]) expect(answer, path).not.toContain(id);
      }
    }
  }
});

test("support sees a conversation exactly while it is assigned", async () => {
  const { supporter = null } = world.people;
  const { invoiceId } = world.own;
  const partner = await givenPartner();
  const { person: administrator } = await givenMember(partner, { role: "administrator" });
  for (const [path, access] of Object.entries(accessTable)) {
    if (access.door !== "support" || !access.input || access.of || /^support\.(list|counts)$/.test(path)) continue;
    const own = await givenRecords(partner, administrator, new Set(["invoiceId"]));
    await handBack(db, partner.actor, own.invoiceId);
    const missing = await outcomeOf(path, supporter, access, missingRecords());
    expect(missing, path).toBe("invalid_invoice_id");
    expect(await outcomeOf(path, supporter, access, own), path).toBe(missing);
  }
  expect(await outcomeOf("support.conversation", supporter, { door: "support", input: () => ({ invoiceId }) }, world.own)).toBe("done");
});

test("refused calls and queries have changed no record", async () => {
  expect(await rowsOf([world.own, world.otherPartner])).toEqual(rowsBefore);
});

const personBy: Record<string, (partner: GivenPartner, own: Records) => Promise<Person | null>> = {
  member: async (partner) => (await givenMember(partner)).person,
  limited: async (partner, { companyId }) => (await givenMember(partner, { companyIds: [companyId] })).person,
  reader: async (partner) => (await givenMember(partner, { accessLevel: "read" })).person,
  answerer: async (partner) => (await givenMember(partner, { accessLevel: "answer" })).person,
  invoicer: async (partner) => (await givenMember(partner, { accessLevel: "invoices" })).person,
  supporter: async () => (await givenSupporter()).person,
  lead: async () => (await givenSupporter("Jonas Weber", { leadsSupport: true })).person,
  nobody: async () => null,
};

/** A partner with records of two companies, and another partner with records. The records' author is the administrator. */
interface World {
  own: Records;
  otherCompany: Records | null;
  otherPartner: Records;
  people: Record<string, Person | null>;
}

/** Records that are only read, or for which everybody is refused. */
async function givenWorld() {
  const { partner, administrator, own } = await givenCompany("all", givenLastingEndpoint);
  const otherCompany = await givenRecords(partner, administrator, "all", givenLastingEndpoint);
  const other = await givenCompany("all", givenLastingEndpoint);
  const people: World["people"] = { administrator };
  for (const [name, make] of Object.entries(personBy)) people[name] ??= await make(partner, own);
  return { own, otherCompany, otherPartner: other.own, people, partners: [partner, other.partner] };
}

/**
 * Records for calls by this person only. For a person limited to companies, one company's records count as somebody else's. Support works
 * for all partners, so another partner's records are new as well.
 */
async function givenRecordsToChange(name: string, wanted: ReadonlySet<string>, { door }: Access): Promise<World> {
  const { partner, administrator, own } = await givenCompany(wanted);
  const otherCompany = name === "limited" ? await givenRecords(partner, administrator, wanted) : null;
  const person = name === "administrator" ? administrator : ((await personBy[name]?.(partner, own)) ?? null);
  const worksForAll = door === "support" || door === "lead";
  const otherPartner = worksForAll ? (await givenCompany(wanted)).own : world.otherPartner;
  return { own, otherCompany, otherPartner, people: { administrator, [name]: person } };
}

/** A partner with a company and its records, and the administrator who created them. */
async function givenCompany(...options: [wanted: ReadonlySet<string> | "all", makeEndpoint?: typeof givenLastingEndpoint]) {
  const partner = await givenPartner();
  const { person: administrator } = await givenMember(partner, { role: "administrator" });
  return { partner, administrator, own: await givenRecords(partner, administrator, ...options) };
}

/** Tables to which a query of figures, or a refusal, may add rows. */
const COUNTED = ["daily_rollups", "outstanding_rollups", "rollup_states", "refusal_counts", "security_events"];

/** For each table, the number of rows of these companies' partners, and a hash of their contents. */
async function rowsOf(records: Records[]): Promise<Record<string, unknown>> {
  const ids = sql.join(
    records.map(({ companyId }) => sql`${companyId}`),
    sql`, `,
  );
  const isTheirs = sql`partner_id in (select partner_id from companies where id in (${ids}))`;
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'partner_id' order by 1`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables.filter(({ name }) => !COUNTED.includes(name))) {
    const counted = sql`select count(*)::integer as rows, md5(string_agg(r::text, ' ' order by r::text)) as digest`;
    [rows[name]] = await db.execute(sql`${counted} from ${sql.identifier(name)} as r where ${isTheirs}`);
  }
  return rows;
}

function isLetIn(person: Person | null, { door }: Access): boolean {
  if (door === "anybody") return true;
  if (!person) return false;
  if (door === "signed in") return true;
  if (door === "support") return person.role === "support";
  if (door === "lead") return person.leadsSupport;
  if (door === "administrator") return person.role === "administrator";
  return person.role !== "support" && reaches(person.accessLevel, door);
}

function isTheirs(world: World, person: Person | null, { of }: Access, records: Records): boolean {
  if (records === world.otherPartner) return false;
  if (of === "author") return person === world.people.administrator;
  if (of === "unlimited") return person !== world.people.limited;
  return of === "partner" || person !== world.people.limited || records === world.own;
}

function nameOf(world: World, records: Records): string {
  if (records === world.own) return "their own company's";
  return records === world.otherCompany ? "another company's" : "another partner's";
}

const callerFor = createCallerFactory(appRouter);

function call(path: string, person: Person | null, input: unknown): Promise<unknown> {
  const [noun = "", verb = ""] = path.split(".");
  const caller: Record<string, Record<string, (input: unknown) => Promise<unknown>>> = callerFor({ db, person, requestId: null }) as never;
  const procedure = caller[noun]?.[verb];
  if (!procedure) throw new Error(`there is no ${path}`);
  return procedure(input);
}

/** Returns "done", or the code of the refusal. Any other error fails the test. */
async function outcomeOf(path: string, person: Person | null, { input }: Access, records: Records): Promise<string> {
  try {
    await call(path, person, input?.(records));
    return "done";
  } catch (error) {
    if (error instanceof TRPCError && error.cause instanceof DomainError) return error.cause.code;
    throw error;
  }
}

function isQuery(path: string): boolean {
  const byPath: Record<string, { _def: { type: string } }> = appRouter._def.procedures as never;
  return byPath[path]?._def.type === "query";
}
