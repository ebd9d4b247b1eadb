import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { uploadSlots } from "@/db/schema/upload-slots";
import { chunksOf } from "@/server/platform/chunks-of";
import { givenPartner } from "@/server/testing/given";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { camtFile, inPieces } from "@/server/testing/statement-files";
import { receiveUpload } from "./receive-upload";
import { storeStatementFile } from "./store-statement-file";

/** An upload that sends its first bytes, and the rest when released. */
function givenSlowUpload() {
  let goOn = () => {};
  const rest = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* chunks() {
    yield Buffer.from("a");
    await rest;
  }
  return { chunks: chunks(), goOn };
}

const slotsOf = (partnerId: string) => db.$count(uploadSlots, eq(uploadSlots.partnerId, partnerId));

test("a partner uploads two files at a time; a third is refused, another partner's is not, and a finished one frees its slot", async () => {
  const [{ actor, id }, other] = [await givenPartner(), await givenPartner()];
  const slow = [givenSlowUpload(), givenSlowUpload()];
  const held = slow.map(({ chunks }) => receiveUpload(db, actor, chunks, async () => "taken"));
  await expect.poll(() => slotsOf(id)).toBe(2);
  const third = () => receiveUpload(db, actor, inPieces("b"), async () => "taken");
  await expect(third()).rejects.toMatchObject({ code: "rate_limited" });
  expect(await receiveUpload(db, other.actor, inPieces("b"), async () => "taken")).toBe("taken");
  slow[0]?.goOn();
  expect(await held[0]).toBe("taken");
  expect(await third()).toBe("taken");
  slow[1]?.goOn();
  await held[1];
  expect(await slotsOf(id)).toBe(0);
});

test("of ten simultaneous uploads two are accepted", async () => {
  const { actor } = await givenPartner();
  let refused = 0;
  const work = () =>
    expect
      .poll(() => refused)
      .toBe(8)
      .then(() => "taken");
  const refuse = ({ code }: { code: string }) => {
    refused += 1;
    return code;
  };
  const outcomes = Array.from({ length: 10 }, () => receiveUpload(db, actor, inPieces("b"), work).catch(refuse));
  expect((await Promise.all(outcomes)).sort()).toEqual([...Array(8).fill("rate_limited"), "taken", "taken"]);
});

test("a file that is stored already gets the usual answer while two others are being uploaded", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const file = camtFile([{ iban, entries: [{ cents: 100 }] }]);
  const { id } = await store(file);
  await db
    .insert(uploadSlots)
    .values([1, 2].map((slot) => ({ partnerId: partner.id, slot, id: "0".repeat(40), endsAt: sql`now() + interval '1 hour'` })));
  const send = (contents: string) =>
    receiveUpload(db, partner.actor, inPieces(contents), (received) => storeStatementFile(db, partner.actor, { name: "a" }, received));
  expect(await send(file)).toMatchObject({ id, isRepeated: true });
  await expect(send(`${file} `)).rejects.toMatchObject({ code: "rate_limited" });
  expect(await slotsOf(partner.id)).toBe(2);
});

test("an uploaded intraday report brings its booked entries; one that does not add up is refused with line, element and reason", async () => {
  const { partner, iban, transactions } = await givenBankingCompany();
  const send = (contents: string) =>
    receiveUpload(db, partner.actor, inPieces(contents), (received) => storeStatementFile(db, partner.actor, { name: "a" }, received));
  const entries = [{ cents: 100 }, { cents: 50, status: "INFO" }];
  expect((await send(camtFile([{ iban, entries }], "report8"))).statements).toMatchObject([{ entries: 1, newEntries: 1, announced: 1 }]);
  await expect(send(camtFile([{ iban, closing: 1, entries }], "report8"))).rejects.toMatchObject({
    reason: "does_not_add_up",
    element: "BkToCstmrAcctRpt/Rpt",
    line: 4,
  });
  expect((await transactions()).map(({ amountCents }) => amountCents)).toEqual([100]);
});

test("the slot of a killed process is free again when it expires", async () => {
  const { actor, id } = await givenPartner();
  await db
    .insert(uploadSlots)
    .values([1, 2].map((slot) => ({ partnerId: id, slot, id: "0".repeat(40), endsAt: sql`now() - interval '1 second'` })));
  expect(await receiveUpload(db, actor, inPieces("b"), async () => "taken")).toBe("taken");
});

test("an upload that stalls or breaks off is ended; its slot is freed, and no file is left", async () => {
  const { actor, id } = await givenPartner();
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("ics-statement-"));
  const before = new Set(folders());
  const silent = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("a")) });
  await expect(receiveUpload(db, actor, chunksOf({ body: silent }, 50), async () => {})).rejects.toMatchObject({ code: "request_timeout" });
  let told = false;
  const broken = new ReadableStream({
    pull: (controller) => {
      if (told) controller.error(new Error("gone"));
      else controller.enqueue(Buffer.from("a"));
      told = true;
    },
  });
  await expect(receiveUpload(db, actor, chunksOf({ body: broken }), async () => {})).rejects.toMatchObject({ code: "invalid_request" });
  expect(await slotsOf(id)).toBe(0);
  // Other tests on this machine may have folders of their own.
  await expect.poll(() => folders().filter((name) => !before.has(name))).toEqual([]);
});
