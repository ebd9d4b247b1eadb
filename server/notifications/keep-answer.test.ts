import { request as askOver, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenHttpReceiver } from "@/server/testing/bare-receiver";
import { keepAnswer } from "./keep-answer";

const KEPT_BYTES = 4 * 1024;

afterEach(() => {
  vi.useRealTimers();
});

async function givenAnswer(body: string | Buffer, headers: OutgoingHttpHeaders = {}): Promise<IncomingMessage> {
  const { url } = await givenHttpReceiver((_, response) => response.writeHead(200, headers).end(body));
  return new Promise((resolve, reject) => askOver(url, { agent: false }, resolve).on("error", reject).end());
}

const keep = async (body: string | Buffer, headers?: OutgoingHttpHeaders) => keepAnswer(await givenAnswer(body, headers), 10_000);

test("text is stored as sent, in any language", async () => {
  for (const text of ["", "OK", "Größe, 大きさ, حجم, 😀", '{"received":true}\r\n']) expect((await keep(text)).answer).toBe(text);
});

test("characters that Postgres does not accept are left out or replaced", async () => {
  expect((await keep("a\0b\0\0c\0")).answer).toBe("abc");
  expect((await keep(Buffer.from([0x61, 0xff, 0xfe, 0x62, 0xc3, 0x28]))).answer).toBe("a\uFFFD\uFFFDb\uFFFD(");
  // Half of a surrogate pair, and a code point above Unicode's range.
  expect((await keep(Buffer.from([0xed, 0xa0, 0x80]))).answer).toMatch(/^\uFFFD+$/);
  expect((await keep(Buffer.from([0xf4, 0x90, 0x80, 0x80]))).answer).toMatch(/^\uFFFD+$/);
});

test("the first 4 KiB of long text are kept, without a partial character", async () => {
  expect((await keep("x".repeat(KEPT_BYTES))).answer).toBe("x".repeat(KEPT_BYTES));
  expect((await keep("x".repeat(KEPT_BYTES + 1))).answer).toBe("x".repeat(KEPT_BYTES));
  for (const character of ["é", "€", "😀"]) {
    for (const shift of [0, 1, 2, 3]) {
      const { answer } = await keep("x".repeat(shift) + character.repeat(KEPT_BYTES));
      const length = Math.floor((KEPT_BYTES - shift) / Buffer.byteLength(character));
      expect(answer).toBe("x".repeat(shift) + character.repeat(length));
    }
  }
});

test("bytes that are not text are converted to at most 4 KiB of text", async () => {
  for (const byte of [0x00, 0x80, 0xc3, 0xff]) {
    expect(Buffer.byteLength((await keep(Buffer.alloc(100_000, byte))).answer), `byte ${byte}`).toBeLessThanOrEqual(KEPT_BYTES);
  }
});

test("hardly more than 64 KiB of a long answer are read", async () => {
  const response = await givenAnswer(Buffer.alloc(50_000_000, "x"));
  expect((await keepAnswer(response, 10_000)).answer).toBe("x".repeat(KEPT_BYTES));
  // The rest of the last chunk was also read.
  expect(response.socket.bytesRead).toBeGreaterThan(64 * 1024);
  expect(response.socket.bytesRead).toBeLessThanOrEqual(3 * 64 * 1024);
  expect(response.destroyed).toBe(true);
});

test("a receiver can ask for a pause of up to 24 hours", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-01T12:00:00Z") });
  const waits = {
    "0": 0,
    "120": 120_000,
    " 60 ": 60_000,
    "86400": DAY_MS,
    "86401": DAY_MS,
    "99999999999999999999": DAY_MS,
    "Mon, 01 Mar 2027 12:30:00 GMT": 30 * 60_000,
    "Monday, 01-Mar-27 12:30:00 GMT": 30 * 60_000,
    "Mon, 01 Mar 2027 11:00:00 GMT": 0,
    "Fri, 01 Mar 2047 12:00:00 GMT": DAY_MS,
  };
  for (const [text, waitMs] of Object.entries(waits)) {
    expect((await keep("", { "retry-after": text })).retryAfterMs, text).toBe(waitMs);
  }
  for (const text of ["", "soon", "-5", "1.5", "1e3", "0x10", "2027-03-01", "Never, GMT"]) {
    expect((await keep("", { "retry-after": text })).retryAfterMs, text).toBeNull();
  }
  expect((await keep("")).retryAfterMs).toBeNull();
});
