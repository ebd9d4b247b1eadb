import { TRPCError } from "@trpc/server";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { handBack } from "@/server/desk/tickets/hand-back";
import { reaches } from "@/server/domain/access-levels";
import { DomainError } from "@/server/errors";
import { belongsToPartner, type PartnerPerson, type Person } from "@/server/tenancy/people/person";
import { type Access, accessTable } from "@/server/testing/access-table";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { givenRecords, missingRecords, type Records } from "@/server/testing/given-records";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

const procedures = Object.keys(appRouter._def.procedures).sort();

test("every procedure stands in the table of who may call it, and nothing else does", () => {
  expect(Object.keys(accessTable).sort()).toEqual(procedures);
});

describe.each(procedures)("%s", (path) => {
  const access = accessTable[path];
  if (!access) return;
  const wanted = wantedBy(access);

  test("lets in whom it is for, and gives all others the same answer for every record", async () => {
    const world = await givenWorld(wanted);
    for (const [name, person] of Object.entries(world.people)) {
      if (isLetIn(person, access)) continue;
      const expected = person ? "not_allowed" : "not_signed_in";
      for (const records of [world.own, world.otherCompany, world.otherPartner, missingRecords()]) {
        expect(await outcomeOf(path, person, access, records), name).toBe(expected);
      }
    }
  });

  test("shows a record to those whose it is, and is to all others as if it did not exist", async () => {
    // Support works for all partners. Nobody else can change another partner's records, so one set of them is enough.
    const alsoElsewhere = access.door === "support" || access.door === "lead";
    let seen = await givenWorld(wanted);
    let isTouched = false;
    for (const name of Object.keys(seen.people) as (keyof World["people"])[]) {
      if (!isLetIn(seen.people[name], access)) continue;
      // A change for one person must not affect the next.
      if (isTouched) seen = await withNewRecords(seen, wanted, { alsoElsewhere });
      isTouched = !isQuery(path);
      const person = seen.people[name];
      const missing = await outcomeOf(path, person, access, missingRecords());

      for (const records of [seen.otherPartner, seen.otherCompany, seen.own]) {
        const outcome = await outcomeOf(path, person, access, records);
        const whose = `${name}, asking about ${nameOf(seen, records)}`;
        if (access.of && !isTheirs(seen, person, access, records)) expect(outcome, whose).toBe(missing);
        else expect(["done", ...(access.refusals ?? [])], whose).toContain(outcome);
      }
    }
  });
});

test("no list names a record of another partner", async () => {
  const world = await givenWorld();
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

test("support sees a conversation while it has it, and not a moment longer", async () => {
  const world = await givenWorld();
  const { supporter } = world.people;
  const { invoiceId } = world.own;
  for (const [path, access] of Object.entries(accessTable)) {
    if (access.door !== "support" || !access.input || access.of || /^support\.(list|counts)$/.test(path)) continue;
    const fresh = await givenWorld();
    await handBack(db, fresh.partner.actor, fresh.own.invoiceId);
    const missing = await outcomeOf(path, supporter, access, missingRecords());
    expect(missing, path).toBe("invalid_invoice_id");
    expect(await outcomeOf(path, supporter, access, fresh.own), path).toBe(missing);
  }
  expect(await outcomeOf("support.conversation", supporter, { door: "support", input: () => ({ invoiceId }) }, world.own)).toBe("done");
});

/** Records that a procedure's input names. */
function wantedBy({ input }: Access): Set<string> {
  const wanted = new Set<string>();
  const noting: ProxyHandler<Records> = {
    get(records, name: keyof Records) {
      wanted.add(name);
      return records[name];
    },
  };
  input?.(new Proxy(missingRecords(), noting));
  return wanted;
}

async function givenStranger(wanted?: ReadonlySet<string>): Promise<Records> {
  const stranger = await givenPartner();
  const { person } = await givenMember(stranger, { role: "administrator" });
  return givenRecords(stranger, person, wanted);
}

async function givenWorld(wanted?: ReadonlySet<string>) {
  const partner = await givenPartner();
  const administrator = await givenMember(partner, { role: "administrator" });
  const records = await givenAll(partner, administrator.person, wanted);
  const [member, limited, reader, answerer, invoicer] = await Promise.all([
    givenMember(partner),
    givenMember(partner, { companyIds: [records.own.companyId] }),
    givenMember(partner, { accessLevel: "read" }),
    givenMember(partner, { accessLevel: "answer" }),
    givenMember(partner, { accessLevel: "invoices" }),
  ]);
  const { person: supporter } = await givenSupporter();
  const { person: lead } = await givenSupporter("Jonas Weber", { leadsSupport: true });
  const people = {
    administrator: administrator.person,
    member: member.person,
    limited: limited.person,
    reader: reader.person,
    answerer: answerer.person,
    invoicer: invoicer.person,
    supporter,
    lead,
    nobody: null,
  };
  return { partner, ...records, people };
}

/** The same people, with new records. */
async function withNewRecords(world: World, wanted: ReadonlySet<string>, { alsoElsewhere }: { alsoElsewhere: boolean }): Promise<World> {
  const { partner, people } = world;
  const records = await givenAll(partner, people.administrator, wanted, alsoElsewhere ? undefined : world.otherPartner);
  const { person: limited } = await givenMember(partner, { companyIds: [records.own.companyId] });
  return { partner, ...records, people: { ...people, limited } };
}

/** Records of a company, of another company of the same partner, and of another partner. */
async function givenAll(partner: GivenPartner, administrator: PartnerPerson, wanted?: ReadonlySet<string>, elsewhere?: Records) {
  const [own, otherCompany, otherPartner] = await Promise.all([
    givenRecords(partner, administrator, wanted),
    givenRecords(partner, administrator, wanted),
    elsewhere ?? givenStranger(wanted),
  ]);
  return { own, otherCompany, otherPartner };
}

type World = Awaited<ReturnType<typeof givenWorld>>;

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
