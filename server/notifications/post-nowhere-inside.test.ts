import { createHook } from "node:async_hooks";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { givenHttpReceiver, givenListener } from "@/server/testing/bare-receiver";
import { HOSTILE_ADDRESSES, HOSTILE_HOSTS, INVALID_ENDPOINT_URLS, PUBLIC_ADDRESS } from "@/server/testing/hostile-addresses";
import { checkEndpointUrl } from "./check-endpoint-url";
import type { Resolve } from "./find-reachable-addresses";
import { postSafely } from "./post-safely";

const production = { allowLoopback: false };
const development = { allowLoopback: true };
const post = { headers: {}, body: "{}" };

/** Number of attempts to connect to any address: Node creates one such object per connect(2). */
let attempts = 0;
const watch = createHook({
  init(_, type) {
    if (type === "TCPCONNECTWRAP") attempts += 1;
  },
});
beforeAll(() => watch.enable());
afterAll(() => watch.disable());
beforeEach(() => {
  attempts = 0;
});

const toAddresses = (addresses: string[]) => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

/** A resolver that returns the next of these answers at each call, and the last one from then on. */
function answering(...answers: string[][]) {
  let asked = 0;
  const resolve: Resolve = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    return toAddresses(answer);
  };
  return Object.assign(resolve, { asked: () => asked });
}

test("attempts to connect are counted", async () => {
  const receiver = await givenHttpReceiver((_, response) => response.end());
  expect(await postSafely(receiver.url, post, development)).toMatchObject({ status: 200, failure: null });
  expect(await postSafely("http://127.0.0.1:9/", post, development)).toMatchObject({ failure: "connection_refused" });
  expect(attempts).toBe(2);
});

test.each([...HOSTILE_ADDRESSES.filter((address) => !address.includes("%")).map(asHost), ...HOSTILE_HOSTS])(
  "nothing connects to https://%s/",
  async (host) => {
    for (const port of ["", ":443", ":8443"]) {
      expect(await postSafely(`https://${host}${port}/`, post, production)).toMatchObject({ status: null, failure: "not_public" });
    }
    expect(attempts).toBe(0);
  },
);

test.each(HOSTILE_ADDRESSES)("nothing connects to a name that resolves to %s, nor to public addresses beside it", async (address) => {
  for (const answer of [[address], [PUBLIC_ADDRESS, address], [address, PUBLIC_ADDRESS]]) {
    const outcome = await postSafely("https://receiver.example/", post, production, { resolve: answering(answer) });
    expect(outcome).toMatchObject({ status: null, failure: "not_public", answer: "" });
  }
  expect(attempts).toBe(0);
});

test.each(INVALID_ENDPOINT_URLS)("nothing connects to %j", async (url) => {
  const resolve = answering([PUBLIC_ADDRESS]);
  expect(await postSafely(url, post, production, { resolve })).toMatchObject({ status: null, failure: "invalid_url" });
  expect(resolve.asked()).toBe(0);
  expect(attempts).toBe(0);
});

test("a name that was public at registration and resolves to a private address later is not called", async () => {
  for (const address of HOSTILE_ADDRESSES) {
    const resolve = answering([PUBLIC_ADDRESS], [address]);
    await checkEndpointUrl("https://receiver.example/", production, resolve);
    expect(await postSafely("https://receiver.example/", post, production, { resolve })).toMatchObject({ failure: "not_public" });
  }
  expect(attempts).toBe(0);
});

test("a name is not resolved again between the check and the connection", async () => {
  const receiver = await givenHttpReceiver((_, response) => response.end());
  const resolve = answering(["127.0.0.1"], ["10.0.0.1"]);
  const url = `http://receiver.example:${receiver.port}/`;
  expect(await postSafely(url, post, development, { resolve })).toMatchObject({ status: 200 });
  expect(resolve.asked()).toBe(1);
  expect(attempts).toBe(1);
});

test("a redirect is an answer, and is not followed", async () => {
  const inside = await givenListener();
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await givenHttpReceiver((_, response) => response.writeHead(status, { location: inside.url }).end());
    expect(await postSafely(receiver.url, post, development)).toMatchObject({ status, failure: null });
  }
  expect(inside.connections).toBe(0);
});

test("production does not call this machine, even if a server listens here", async () => {
  const inside = await givenListener();
  const resolve = answering(["127.0.0.1"]);
  for (const url of [inside.url, `https://127.0.0.1:${inside.port}/`, `https://localhost:${inside.port}/`]) {
    expect(await postSafely(url, post, production, { resolve })).toMatchObject({ status: null, failure: "invalid_url" });
  }
  expect(await postSafely("https://localhost/", post, production, { resolve })).toMatchObject({ status: null, failure: "not_public" });
  expect(inside.connections).toBe(0);
});

test("development calls no other address of this machine, and no private one", async () => {
  const inside = await givenListener(() => {}, "::");
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.filter(({ internal }) => !internal));
  const addresses = [...own.map(({ address }) => address), "0.0.0.0", "::", "::ffff:10.0.0.1", "169.254.169.254"];
  for (const address of addresses) {
    const outcomes = [
      await postSafely(`http://${asHost(address)}:${inside.port}/`, post, development),
      await postSafely(`http://receiver.example:${inside.port}/`, post, development, { resolve: answering(["127.0.0.1", address]) }),
    ];
    for (const { failure } of outcomes) expect(failure, address).toBe("not_public");
  }
  expect(inside.connections).toBe(0);
  expect(attempts).toBe(0);
});

function asHost(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
