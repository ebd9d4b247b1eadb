import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connect, db } from "@/db/client";
import { only } from "@/db/rows";
import * as schema from "@/db/schema";
import { apiKeys } from "@/db/schema/api-keys";
import type { Actor } from "@/server/actor";
import { HOUR_MS, SECOND_MS } from "@/server/domain/formats/time";
import { hasWrongChecksum, KEY_MARKER } from "@/server/domain/rules/key-shape";
import { env } from "@/server/env";
import { hashSecret } from "@/server/platform/hash-secret";
import { newId } from "@/server/platform/id";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { createApiKey } from "./create-api-key";
import { findKeyHolder } from "./find-key-holder";
import { listApiKeys } from "./list-api-keys";
import { lookUpInTurn } from "./look-up-key";
import { noteKeyUse } from "./note-key-use";
import { revokeOwnApiKey } from "./revoke-own-api-key";
import { rollApiKey } from "./roll-api-key";

async function givenAdministrator() {
  const partner = await givenPartner();
  const { actor, person } = await givenMember(partner, { role: "administrator", name: "Miriam Okafor" });
  return { partner, actor, person };
}

async function keyRow(id: string) {
  return only(await db.select().from(apiKeys).where(eq(apiKeys.id, id)));
}

describe("the list of keys", () => {
  test("tells each one's name and end, who made it and when, and nothing that lets anybody in", async () => {
    const { partner, actor, person } = await givenAdministrator();
    const { id, key } = await createApiKey(db, partner.id, { name: "Billing", createdBy: person.id });

    const listed = await listApiKeys(db, actor);

    expect(listed).toEqual([
      {
        id,
        name: "Billing",
        hint: key.slice(-4),
        createdAt: expect.any(Date),
        createdByName: "Miriam Okafor",
        lastUsedAt: null,
        lastUsedFrom: null,
        scopes: null,
        addresses: null,
        endsAt: null,
        expiresAt: null,
        revokedAt: null,
      },
      expect.objectContaining({ name: "test", createdByName: null }),
    ]);
  });

  test("has no other partner's keys", async () => {
    const { actor } = await givenAdministrator();
    const other = await givenPartner();

    expect(await listApiKeys(db, actor)).toHaveLength(1);
    expect((await listApiKeys(db, other.actor)).map(({ hint }) => hint)).toEqual([other.apiKey.slice(-4)]);
  });
});

describe("a key that is rolled", () => {
  test.each([1, 24, 72] as const)("works on for %i hours beside a new one of the same name", async (overlap) => {
    const { partner, actor, person } = await givenAdministrator();
    const old = await createApiKey(db, partner.id, { name: "Billing" });

    const fresh = await rollApiKey(db, actor, old.id, overlap);

    expect(await findKeyHolder(db, old.key)).toMatchObject({ actor: { id: old.id } });
    expect(await findKeyHolder(db, fresh.key)).toMatchObject({ actor: { id: fresh.id, partnerId: partner.id } });
    expect(await keyRow(fresh.id)).toMatchObject({ name: "Billing", createdBy: person.id, expiresAt: null, hint: fresh.key.slice(-4) });
    const { expiresAt } = await keyRow(old.id);
    expect(Math.abs(Number(expiresAt) - Date.now() - overlap * HOUR_MS)).toBeLessThan(60_000);
  });

  test("without an overlap no longer works", async () => {
    const { partner, actor } = await givenAdministrator();
    const old = await createApiKey(db, partner.id, { name: "Billing" });

    const fresh = await rollApiKey(db, actor, old.id, 0);

    expect(await findKeyHolder(db, old.key)).toBeUndefined();
    expect(await findKeyHolder(db, fresh.key)).toBeDefined();
  });

  test.each([
    ["end", { expiresAt: sql`now()` }],
    ["revocation", { revokedAt: sql`now()` }],
  ])("stops working everywhere within 5 seconds of its %s, also where it is remembered", async (_, ended) => {
    const { partner } = await givenAdministrator();
    const { id, key } = await createApiKey(db, partner.id, { name: "Billing" });
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    expect(await findKeyHolder(db, key)).toBeDefined();

    await db.update(apiKeys).set(ended).where(eq(apiKeys.id, id));

    vi.setSystemTime(Date.now() + 5 * SECOND_MS);
    expect(await findKeyHolder(db, key)).toBeUndefined();
  });

  test("is rolled once: of simultaneous callers one gets a key", async () => {
    const { partner, actor } = await givenAdministrator();
    const { id } = await createApiKey(db, partner.id, { name: "Billing" });

    const outcomes = await Promise.allSettled(times(5, () => rollApiKey(db, actor, id, 24)));

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "changed_meanwhile" });
    }
    expect(await listApiKeys(db, actor)).toHaveLength(3);
  });

  test("must not have been revoked", async () => {
    const { partner, actor } = await givenAdministrator();
    const { id } = await createApiKey(db, partner.id, { name: "Billing" });
    await revokeOwnApiKey(db, actor, id);

    await expect(rollApiKey(db, actor, id, 0)).rejects.toMatchObject({ code: "api_key_already_revoked" });
  });
});

test("a revoked key that no process remembers is refused at once, and keeps the time of its revocation", async () => {
  const { partner, actor } = await givenAdministrator();
  const { id, key } = await createApiKey(db, partner.id, { name: "Billing" });

  await revokeOwnApiKey(db, actor, id);
  const first = await keyRow(id);
  await revokeOwnApiKey(db, actor, id);

  expect(await findKeyHolder(db, key)).toBeUndefined();
  expect((await keyRow(id)).revokedAt).toEqual(first.revokedAt);
});

test.each([
  ["revoking", (actor: Actor, id: string) => revokeOwnApiKey(db, actor, id)],
  ["rolling", (actor: Actor, id: string) => rollApiKey(db, actor, id, 24)],
])("%s another partner's key finds none, and leaves it as it was", async (_, act) => {
  const { partner, actor } = await givenAdministrator();
  const { id } = await createApiKey(db, partner.id, { name: "Billing" });
  const before = await keyRow(id);
  const { actor: stranger } = await givenAdministrator();

  await expect(act(stranger, id)).rejects.toMatchObject({ code: "invalid_api_key_id" });
  await expect(act(actor, "0".repeat(40))).rejects.toMatchObject({ code: "invalid_api_key_id" });
  expect(await keyRow(id)).toEqual(before);
});

describe("the last use of a key", () => {
  const uses = (id: string) => keyRow(id).then(({ lastUsedAt }) => lastUsedAt);

  test("is noted after the use, once a minute", async () => {
    const { id } = await createApiKey(db, (await createPartner(db, { name: "Partner" })).id, { name: "Billing" });

    noteKeyUse(db, id, "192.0.2.7");
    const first = await vi.waitFor(
      async () => {
        const used = await uses(id);
        expect(used).toBeInstanceOf(Date);
        return used;
      },
      { timeout: 20_000 },
    );
    noteKeyUse(db, id, "192.0.2.7");
    // A write that had begun would be finished by now.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(times(10, () => uses(id)));

    expect(await uses(id)).toEqual(first);
  });

  test("is noted no more often by several processes together", async () => {
    const { id } = await createApiKey(db, (await createPartner(db, { name: "Partner" })).id, { name: "Billing" });
    const halfAMinuteAgo = new Date(Date.now() - 30_000);
    await db.update(apiKeys).set({ lastUsedAt: halfAMinuteAgo }).where(eq(apiKeys.id, id));

    noteKeyUse(db, id, "192.0.2.7");
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(times(10, () => uses(id)));

    expect(await uses(id)).toEqual(halfAMinuteAgo);
  });

  test("that cannot be recorded does not fail the request", async () => {
    const { db: unreachable, close } = connect("postgres://nobody@127.0.0.1:1/none");

    noteKeyUse(unreachable, "0".repeat(40), "192.0.2.7");

    // That write has failed by now, too; an unhandled rejection would show.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(unreachable.execute(sql`select 1`)).rejects.toThrow();
    await close();
  });
});

describe("where keys are guessed", () => {
  test("a right one is found among many wrong ones, and all are told", async () => {
    const { partner } = await givenAdministrator();
    const guess = (index: number) => index.toString(16).padStart(64, "0");
    const isGuessing = async () => true;

    const [right, ...wrong] = await Promise.all([
      findKeyHolder(db, partner.apiKey, isGuessing),
      ...times(3_000, (index) => findKeyHolder(db, guess(index), isGuessing)),
    ]);

    expect(right).toMatchObject({ actor: { kind: "key", partnerId: partner.id, companyIds: null } });
    expect(wrong.filter(Boolean)).toEqual([]);
    expect(wrong).toHaveLength(3_000);
  });

  test("the database is asked by few statements, one after another, however many guess", async () => {
    const statements: string[] = [];
    const client = postgres(env().DATABASE_URL, { onnotice: () => {} });
    const watched = drizzle(client, { schema, casing: "snake_case", logger: { logQuery: (text) => statements.push(text) } });

    await Promise.all(times(500, (index) => lookUpInTurn(watched, index.toString(16).padStart(64, "f"))));
    await client.end();

    expect(statements.length).toBeLessThanOrEqual(2);
  });
});

test("a key of the oldest shape that begins with the marker by chance works on, and the same key mistyped is unknown", async () => {
  const { partner } = await givenAdministrator();
  const key = `${KEY_MARKER}${"5".repeat(56)}`;
  expect(hasWrongChecksum(key)).toBe(true);
  await db.insert(apiKeys).values({ partnerId: partner.id, id: newId(), name: "Oldest", hash: hashSecret(key), createdAt: new Date() });

  expect(await findKeyHolder(db, key)).toMatchObject({ actor: { partnerId: partner.id } });
  expect(await findKeyHolder(db, key.replace("5555", "5556"))).toBeUndefined();
});

test("keys with a wrong checksum are looked up by few statements, however many are sent", async () => {
  const statements: string[] = [];
  const client = postgres(env().DATABASE_URL, { onnotice: () => {} });
  const watched = drizzle(client, { schema, casing: "snake_case", logger: { logQuery: (text) => statements.push(text) } });

  await Promise.all(times(500, (index) => findKeyHolder(watched, KEY_MARKER + index.toString(16).padStart(56, "f"))));
  await client.end();

  expect(statements.length).toBeLessThanOrEqual(2);
});

test("a key that is rolled keeps its limits", async () => {
  const { partner, actor } = await givenAdministrator();
  const limits = { scopes: ["read" as const], addresses: ["192.0.2.0/24"], endsAt: new Date(Date.now() + HOUR_MS) };
  const { id } = await createApiKey(db, partner.id, { name: "Reports", ...limits });
  const rolled = await rollApiKey(db, actor, id, 24);
  expect(await keyRow(rolled.id)).toMatchObject(limits);
});
