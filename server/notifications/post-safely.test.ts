import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { CERTIFICATE, givenHttpReceiver, givenHttpsReceiver, givenListener } from "@/server/testing/bare-receiver";
import { type PostOutcome, postSafely } from "./post-safely";

const development = { allowLoopback: true };
const post = { headers: { "content-type": "application/json", "webhook-id": "0123" }, body: '{"invoice_ids":["é"]}' };
/** Limits for a receiver whose answer must arrive within them. */
const long = { connectTimeoutMs: 1_000, timeoutMs: 2_000 };
const short = { connectTimeoutMs: 200, timeoutMs: 400 };
/** A resolver that returns this machine's address for every name. */
const resolve = async () => [{ address: "127.0.0.1", family: 4 }];

afterEach(() => {
  vi.useRealTimers();
});

/** The outcome of a post to a server that answers like this. */
async function postTo(answer: RequestListener): Promise<PostOutcome> {
  const receiver = await givenHttpReceiver(answer);
  return postSafely(receiver.url, post, development);
}

/** The outcome of a post to a server that sends these bytes without reading the request. */
async function postToTalker(talk: (socket: Socket) => void, limits = short): Promise<PostOutcome> {
  const receiver = await givenListener(talk);
  const outcome = await postSafely(receiver.url, post, development, limits);
  await receiver.untilLeft();
  return outcome;
}

function every(intervalMs: number, socket: Socket, say: () => void): void {
  const timer = setInterval(say, intervalMs);
  socket.on("close", () => clearInterval(timer));
}

test("the request arrives as it was given, over a connection of its own that is then closed", async () => {
  const receiver = await givenHttpReceiver((_, response) => response.end("thank you"));
  const outcome = await postSafely(`${receiver.url}hooks?a=b%20c`, post, development);

  expect(outcome).toMatchObject({ status: 200, failure: null, answer: "thank you", retryAfterMs: null });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
  expect(receiver.received).toEqual([
    {
      method: "POST",
      path: "/hooks?a=b%20c",
      body: post.body,
      headers: {
        ...post.headers,
        host: `127.0.0.1:${receiver.port}`,
        "content-length": String(Buffer.byteLength(post.body)),
        "accept-encoding": "identity",
        connection: "close",
      },
    },
  ]);
  await receiver.untilLeft();
});

test.each([200, 201, 202, 204, 299, 304, 400, 401, 404, 410, 418, 429, 500, 503, 599])(
  "an answer of %i is reported unchanged",
  async (status) => {
    expect(await postTo((_, response) => response.writeHead(status).end())).toMatchObject({ status, failure: null });
  },
);

test("a TLS receiver is called by its name, and needs a certificate for that name", async () => {
  const receiver = await givenHttpsReceiver(({ socket }, response) =>
    response.end(socket instanceof TLSSocket ? `as ${socket.servername}` : ""),
  );
  const callAs = (host: string, world = {}) => postSafely(`https://${host}:${receiver.port}/`, post, development, { resolve, ...world });

  for (const host of ["receiver.example", "receiver.example."]) {
    expect(await callAs(host, { ca: CERTIFICATE })).toMatchObject({ status: 200, failure: null, answer: "as receiver.example" });
  }
  expect(receiver.received).toHaveLength(2);

  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  expect(await callAs("receiver.example")).toMatchObject({ status: null, failure: "tls_failed" });
  for (const host of ["another.example", "127.0.0.1"])
    expect(await callAs(host, { ca: CERTIFICATE })).toMatchObject({ failure: "tls_failed" });
  vi.unstubAllEnvs();
  expect(receiver.received).toHaveLength(2);
});

test("a receiver that does not speak TLS gets no data", async () => {
  const receiver = await givenHttpReceiver((_, response) => response.end());
  expect(await postSafely(receiver.url.replace("http:", "https:"), post, development)).toMatchObject({
    status: null,
    failure: "tls_failed",
  });
  expect(receiver.received).toHaveLength(0);
});

test("each reason for not reaching a receiver has its own code", async () => {
  const closed = await givenListener((socket) => socket.destroy());
  const nothing = { status: null, answer: "", retryAfterMs: null };
  expect(await postSafely("http://127.0.0.1:9/", post, development)).toMatchObject({ ...nothing, failure: "connection_refused" });
  expect(await postSafely(closed.url, post, development)).toMatchObject({ ...nothing, failure: "connection_failed" });
  for (const nowhere of [async () => [], () => Promise.reject(new Error("SERVFAIL"))]) {
    const outcome = await postSafely("https://receiver.example/", post, { allowLoopback: false }, { resolve: nowhere });
    expect(outcome).toMatchObject({ ...nothing, failure: "host_not_found" });
  }
});

test("if one of several addresses does not answer, the next is tried", async () => {
  const receiver = await givenHttpReceiver((_, response) => response.end());
  const several = async () => ["::1", "127.0.0.1"].map((address) => ({ address, family: address === "::1" ? 6 : 4 }));
  const url = `http://receiver.example:${receiver.port}/`;
  expect(await postSafely(url, post, development, { resolve: several })).toMatchObject({ status: 200, failure: null });
});

test("a server that stops answering, at any step, costs no more than the time-out", async () => {
  const silent = await givenListener();
  const silences = [
    postSafely("https://receiver.example/", post, development, { ...short, resolve: () => new Promise(() => {}) }),
    postSafely(`https://127.0.0.1:${silent.port}/`, post, development, short),
    postSafely(silent.url, post, development, short),
  ];
  for (const outcome of await Promise.all(silences)) expect(outcome).toMatchObject({ status: null, failure: "timeout", answer: "" });
  await silent.untilLeft();
});

test("a head that arrives byte by byte exceeds the time-out", async () => {
  for (const head of ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nx: "]) {
    const outcome = await postToTalker((socket) => {
      socket.write(head);
      every(20, socket, () => socket.write("x"));
    });
    expect(outcome.status, head).toBeNull();
    expect(["timeout", "invalid_answer"]).toContain(outcome.failure);
  }
});

test("a body that arrives byte by byte is an answer, stored up to the time-out", async () => {
  for (const head of ["", "content-length: 1000000\r\n", "transfer-encoding: chunked\r\n"]) {
    const outcome = await postToTalker((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
      every(100, socket, () => socket.write(head.startsWith("transfer") ? "1\r\nx\r\n" : "x"));
    }, long);
    expect(outcome).toMatchObject({ status: 200, failure: null });
    expect(outcome.answer).toMatch(/^x{1,40}$/);
  }
});

test("an endless body is dropped after 64 KiB, and the answer counts", async () => {
  const receiver = await givenHttpReceiver((_, response) => {
    const piece = Buffer.alloc(16 * 1024, "x");
    const write = () => {
      while (response.write(piece));
    };
    response.on("drain", write);
    write();
  });
  const outcome = await postSafely(receiver.url, post, development);
  expect(outcome).toMatchObject({ status: 200, failure: null, answer: "x".repeat(4096) });
  await receiver.untilLeft();
});

test("a compressed body stays compressed", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const outcome = await postTo((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
  expect(outcome).toMatchObject({ status: 200, failure: null });
  expect(Buffer.byteLength(outcome.answer)).toBeLessThanOrEqual(4096);
});

test("a body that breaks off still counts as an answer", async () => {
  const outcome = await postTo((_, response) => {
    response.writeHead(500, { "content-length": 1000 });
    response.write("half of", () => response.destroy());
  });
  expect(outcome).toMatchObject({ status: 500, failure: null, answer: "half of" });
});

test("bytes that are not HTTP do not count as an answer", async () => {
  const endless = (head: string) => (socket: Socket) => {
    socket.write(head);
    every(1, socket, () => socket.write(`x: ${"x".repeat(5_000)}\r\n`));
  };
  const talks = [
    (socket: Socket) => socket.write("220 mail.example ESMTP\r\n"),
    (socket: Socket) => socket.write("HTTP/1.1 abc\r\n\r\n"),
    (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"),
    endless("HTTP/1.1 200 OK\r\n"),
    // Endless interim answers.
    (socket: Socket) => every(1, socket, () => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(20))),
  ];
  for (const talk of talks) expect(await postToTalker(talk)).toMatchObject({ status: null, failure: "invalid_answer", answer: "" });
});

test("a connection that switches protocols is closed", async () => {
  const outcome = await postToTalker((socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
  });
  expect(outcome).toMatchObject({ status: null, failure: "connection_failed" });
});
