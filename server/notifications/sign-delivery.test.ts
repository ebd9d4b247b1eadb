import { randomBytes, randomInt } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "@/server/platform/id";
import { newSecret } from "./new-secret";
import { signDelivery } from "./sign-delivery";

// The official library plays the receiver. It compares seconds, so the clock is stopped.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function givenDelivery() {
  const ids = (count: number) => Array.from({ length: count }, () => newId());
  const body = JSON.stringify({ invoice_ids: ids(randomInt(0, 20)), import_ids: ids(randomInt(0, 3)) });
  return { id: newId(), body, at: new Date(), secrets: [newSecret()] as [string] };
}

const givenDeliveries = (count: number) => Array.from({ length: count }, givenDelivery);

function flipBit(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  const at = randomInt(bytes.length);
  // Flips any bit except the highest, which would leave ASCII.
  bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(7));
  return bytes.toString("latin1");
}

test("the official verifier accepts 1,000 of 1,000 random deliveries, and reads what was sent", () => {
  for (const delivery of givenDeliveries(1_000)) {
    const headers = signDelivery(delivery);
    expect(new Webhook(delivery.secrets[0]).verify(delivery.body, headers)).toEqual(JSON.parse(delivery.body));
    expect(headers["webhook-id"]).toBe(delivery.id);
  }
});

test("the official verifier refuses each delivery with one flipped bit", () => {
  for (const delivery of givenDeliveries(1_000)) {
    const receiver = new Webhook(delivery.secrets[0]);
    const headers = signDelivery(delivery);
    const { "webhook-id": id = "", "webhook-signature": signature = "" } = headers;
    expect(() => receiver.verify(flipBit(delivery.body), headers)).toThrow("No matching signature found");
    expect(() => receiver.verify(delivery.body, { ...headers, "webhook-id": flipBit(id) })).toThrow();
    expect(() => receiver.verify(delivery.body, { ...headers, "webhook-signature": flipBit(signature) })).toThrow();
    const at = String(Number(headers["webhook-timestamp"]) ^ 1);
    expect(() => receiver.verify(delivery.body, { ...headers, "webhook-timestamp": at })).toThrow("No matching signature found");
  }
});

test("the official verifier refuses another secret, a time 301 s off, and a missing header", () => {
  for (const delivery of givenDeliveries(100)) {
    const receiver = new Webhook(delivery.secrets[0]);
    expect(() => new Webhook(newSecret()).verify(delivery.body, signDelivery(delivery))).toThrow("No matching signature found");

    const signedAt = (offset: number) => signDelivery({ ...delivery, at: new Date(Date.now() + offset * 1_000) });
    expect(() => receiver.verify(delivery.body, signedAt(-301))).toThrow("too old");
    expect(() => receiver.verify(delivery.body, signedAt(301))).toThrow("too new");
    for (const offset of [-300, 300]) receiver.verify(delivery.body, signedAt(offset));

    for (const missing of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const { [missing]: _, ...headers } = signDelivery(delivery);
      expect(() => receiver.verify(delivery.body, headers)).toThrow("Missing required headers");
    }
  }
});

test("during a rotation both secrets verify, the newer first; afterwards the older does not", () => {
  const { secrets, ...delivery } = givenDelivery();
  const [older] = secrets;
  const newer = newSecret();

  const during = signDelivery({ ...delivery, secrets: [newer, older] });
  for (const secret of [older, newer]) expect(new Webhook(secret).verify(delivery.body, during)).toEqual(JSON.parse(delivery.body));
  const signatures = [newer, older].map((secret) => new Webhook(secret).sign(delivery.id, delivery.at, delivery.body));
  expect(during["webhook-signature"]).toBe(signatures.join(" "));

  const after = signDelivery({ ...delivery, secrets: [newer] });
  expect(() => new Webhook(older).verify(delivery.body, after)).toThrow("No matching signature found");
});

test("every byte of the body is signed", () => {
  const { id, at, secrets } = givenDelivery();
  for (const body of ["", "é€😀", randomBytes(20_000).toString("hex")]) {
    const headers = signDelivery({ id, at, secrets, body });
    new Webhook(secrets[0]).verify(body, headers, { jsonParse: false });
    expect(() => new Webhook(secrets[0]).verify(`${body} `, headers)).toThrow("No matching signature found");
  }
});
