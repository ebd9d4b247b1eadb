import { TRPCError } from "@trpc/server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { handBack } from "@/server/desk/tickets/hand-back";
import { reaches } from "@/server/domain/rules/access-levels";
import { DomainError } from "@/server/errors";
import { belongsToPartner, type PartnerPerson, type Person } from "@/server/tenancy/people/person";
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
    const admitted = Object.keys(world.people).filter((name) => isLetIn(world.people[name] ?? null, access));
    if (isQuery(path)) {
      // Another test reads the lists of a partner's people.
      for (const name of admitted) if (!isListOf(path, world.people[name] ?? null)) await expectOutcomes(path, name, world);
      return;
    }
    // Refused calls change nothing, so everybody makes them about the same records.
    if (access.of) for (const name of admitted) await expectRefusals(path, name);
    const acting = access.of
      ? actingPeople(admitted).filter((name) => isTheirs(world, world.people[name] ?? null, access, world.own))
      : admitted;
    if (acting.length === 0) return;
    // Each person changes records of their own, because a change by one would affect the next.
    const place = await givenPlace(access);
    for (const name of acting) await expectOutcomes(path, name, await givenRecordsToChange(place, name));
  });
});

/** Expects that the person succeeds with the records that are theirs, and that all others seem not to exist. */
async function expectOutcomes(path: string, name: string, seen: World): Promise<void> {
  const access = accessTo(path);
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

/** Expects that the person is admitted, and that records of others seem not to exist. */
async function expectRefusals(path: string, name: string): Promise<void> {
  const access = accessTo(path);
  const person = world.people[name] ?? null;
  const missing = await outcomeOf(path, person, access, missingRecords());
  expect(["done", "not_allowed", "not_signed_in"], name).not.toContain(missing);
  for (const records of [world.otherPartner, world.otherCompany, world.own]) {
    if (isTheirs(world, person, access, records)) continue;
    expect(await outcomeOf(path, person, access, records), `${name}, asking about ${nameOf(world, records)}`).toBe(missing);
  }
}

test("a partner's people read their lists, which contain no record of somebody else's", async () => {
  for (const [path, access] of Object.entries(accessTable)) {
    const readers = Object.keys(world.people).filter((name) => isListOf(path, world.people[name] ?? null));
    for (const name of readers) {
      const person = world.people[name] ?? null;
      const others = actingPeople(readers).includes(name) ? [world.otherCompany, world.otherPartner] : [];
      for (const records of [world.own, ...others]) {
        const { invoiceId, openInvoiceId, ...asked } = records;
        const answer = JSON.stringify(await call(path, person, access.input?.(records)));
        if (isTheirs(world, person, { ...access, of: "company" }, records)) continue;
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
  const { partner, administrator, own } = await givenCompany();
  const otherCompany = await givenRecords(partner, administrator, "all", givenLastingEndpoint);
  const other = await givenCompany();
  const people: World["people"] = { administrator };
  for (const [name, make] of Object.entries(personBy)) people[name] ??= await make(partner, own);
  return { own, otherCompany, otherPartner: other.own, people, partners: [partner, other.partner] };
}

/** The levels of access to a partner's records, the least first. */
const LEVELS = ["reader", "answerer", "invoicer", "member"];

/**
 * The people whose acts on their own records stand for those of all who are admitted: of the levels the least, because each level includes
 * those below it, and everybody who differs in more than the level.
 */
function actingPeople(admitted: string[]): string[] {
  const least = LEVELS.find((name) => admitted.includes(name));
  return admitted.filter((name) => name === least || !LEVELS.includes(name));
}

/** The partner of one procedure's acts, and another partner if the procedure works for all partners. */
interface Place {
  access: Access;
  partner: GivenPartner;
  administrator: PartnerPerson;
  other: { partner: GivenPartner; administrator: PartnerPerson } | null;
}

async function givenPlace(access: Access): Promise<Place> {
  const worksForAll = access.door === "support" || access.door === "lead";
  return { access, ...(await givenAdministered()), other: worksForAll ? await givenAdministered() : null };
}

/** Records for acts by this person only. For a person limited to companies, one company's records count as somebody else's. */
async function givenRecordsToChange({ access, partner, administrator, other }: Place, name: string): Promise<World> {
  const wanted = recordsNamedBy(access);
  const own = await givenRecords(partner, administrator, wanted);
  const otherCompany = name === "limited" && !access.of ? await givenRecords(partner, administrator, wanted) : null;
  const otherPartner = other ? await givenRecords(other.partner, other.administrator, wanted) : world.otherPartner;
  const person = name === "administrator" ? administrator : ((await personBy[name]?.(partner, own)) ?? null);
  return { own, otherCompany, otherPartner, people: { administrator, [name]: person } };
}

/** A partner with a company and its records, and the administrator who created them. */
async function givenCompany() {
  const { partner, administrator } = await givenAdministered();
  return { partner, administrator, own: await givenRecords(partner, administrator, "all", givenLastingEndpoint) };
}

async function givenAdministered() {
  const partner = await givenPartner();
  const { person: administrator } = await givenMember(partner, { role: "administrator" });
  return { partner, administrator };
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

/** Whether the procedure answers with records that the person may see, rather than being about one record. */
function isListOf(path: string, person: Person | null): boolean {
  const access = accessTo(path);
  if (access.of || access.door === "anybody" || !isQuery(path)) return false;
  return person !== null && isLetIn(person, access) && belongsToPartner(person);
}

function accessTo(path: string): Access {
  const access = accessTable[path];
  if (!access) throw new Error(`the table of access lacks ${path}`);
  return access;
}

function isQuery(path: string): boolean {
  const byPath: Record<string, { _def: { type: string } }> = appRouter._def.procedures as never;
  return byPath[path]?._def.type === "query";
}
