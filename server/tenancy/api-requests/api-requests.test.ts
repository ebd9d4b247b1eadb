import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, db } from "@/db/client";
import { apiRequests } from "@/db/schema/api-requests";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { forgetOldRequests } from "./forget-old-requests";
import { listRequests } from "./list-requests";
import { type AnsweredRequest, noteRequest, writeRequests } from "./note-request";

const request = ({ id }: GivenPartner, changes: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  partnerId: id,
  keyId: newId(),
  answeredAt: new Date(),
  method: "GET",
  path: "/api/v2/invoices",
  status: 200,
  error: null,
  durationMs: 1.25,
  requestId: newId(),
  idempotencyKey: null,
  ...changes,
});

test("the log is read by its partner only: newest first, page by page, refused ones, or by the request's id", async () => {
  const [partner, other] = await Promise.all([givenPartner(), givenPartner()]);
  const asked = Array.from({ length: 5 }, (_, index) => request(partner, index % 2 ? { status: 422, error: "invalid_title" } : {}));
  for (const one of asked) noteRequest(db, one);
  noteRequest(db, request(other));
  await writeRequests(db);

  const all = await listRequests(db, partner.actor, { pageSize: 10 });
  expect(all.entries.map(({ requestId }) => requestId)).toEqual(asked.map(({ requestId }) => requestId).reverse());
  const first = await listRequests(db, partner.actor, { pageSize: 2 });
  const second = await listRequests(db, partner.actor, { pageSize: 2, before: first.next });
  expect([...first.entries, ...second.entries]).toEqual(all.entries.slice(0, 4));
  expect((await listRequests(db, partner.actor, { pageSize: 10, refused: true })).entries).toHaveLength(2);
  const [one] = asked;
  expect((await listRequests(db, partner.actor, { pageSize: 10, requestId: one?.requestId })).entries).toMatchObject([
    { requestId: one?.requestId, path: "/api/v2/invoices", durationMs: 1.25 },
  ]);
  expect((await listRequests(db, other.actor, { pageSize: 10, requestId: one?.requestId })).entries).toEqual([]);
});

test("hostile text is kept as it was sent", async () => {
  const partner = await givenPartner();
  noteRequest(db, request(partner, { path: `/api/v2/'"\\;drop table`, idempotencyKey: "ÿ'\"\\" }));
  await writeRequests(db);
  const { entries } = await listRequests(db, partner.actor, { pageSize: 10 });
  expect(entries[0]).toMatchObject({ path: `/api/v2/'"\\;drop table`, idempotencyKey: "ÿ'\"\\" });
});

test("twenty successful reads of a key are noted within a second, and all changes and refusals", async () => {
  const partner = await givenPartner();
  const [key, otherKey] = [newId(), newId()];
  for (let nth = 0; nth < 30; nth += 1) {
    noteRequest(db, request(partner, { keyId: key }));
    noteRequest(db, request(partner, { keyId: otherKey, status: 404, error: "not_found" }));
    noteRequest(db, request(partner, { keyId: otherKey, method: "POST" }));
  }
  await writeRequests(db);
  noteRequest(db, request(partner, { keyId: key, path: "/api/v2/changes" }));
  await writeRequests(db);
  const { entries } = await listRequests(db, partner.actor, { pageSize: 100 });
  expect(entries.filter(({ keyId }) => keyId === key)).toHaveLength(21);
  expect(entries.filter(({ keyId }) => keyId === otherKey)).toHaveLength(60);
});

test("requests that could not be written while the database was away are written afterwards, once", async () => {
  const partner = await givenPartner();
  const { db: unreachable, close } = connect("postgres://nobody@127.0.0.1:1/none");
  noteRequest(unreachable, request(partner));
  await writeRequests(unreachable);
  await writeRequests(db);
  await writeRequests(db);
  await close();
  expect((await listRequests(db, partner.actor, { pageSize: 10 })).entries).toHaveLength(1);
});

test("one that can never be written holds up none that come after it", async () => {
  const partner = await givenPartner();
  noteRequest(db, request(partner, { path: "/\0" }));
  await writeRequests(db);
  noteRequest(db, request(partner));
  await writeRequests(db);
  expect((await listRequests(db, partner.actor, { pageSize: 10 })).entries).toHaveLength(1);
});

test("requests are shown for 30 days, and are gone a day later", async () => {
  const partner = await givenPartner();
  const now = Date.now();
  const [gone, hidden, shown] = [31 * DAY_MS + 1_000, 30 * DAY_MS + 1_000, 29 * DAY_MS].map((age) => new Date(now - age));
  for (const answeredAt of [gone, hidden, shown] as Date[]) noteRequest(db, request(partner, { answeredAt }));
  await writeRequests(db);
  await forgetOldRequests(db);
  const { entries } = await listRequests(db, partner.actor, { pageSize: 10 });
  expect(entries.map(({ answeredAt }) => answeredAt)).toEqual([shown]);
  const left = await db.select().from(apiRequests).where(eq(apiRequests.partnerId, partner.id)).orderBy(asc(apiRequests.id));
  expect(left.map(({ answeredAt }) => answeredAt)).toEqual([hidden, shown]);
});
