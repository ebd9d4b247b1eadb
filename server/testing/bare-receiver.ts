import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A server on a port of this machine, for the duration of a test. */
export interface BareReceiver {
  port: number;
  url: string;
  /** Number of connections made to the server so far. */
  connections: number;
  /** Resolves once there was a connection and all connections have ended. */
  untilLeft(): Promise<void>;
}

/** Starts a server that accepts connections and sends nothing but what `talk` sends. */
export function givenListener(talk: (socket: Socket) => void = () => {}, host?: string): Promise<BareReceiver> {
  const server = createServer((socket) => {
    // A socket that is not read does not report that its peer has left.
    socket.resume();
    talk(socket);
  });
  return listen(server, "http", host);
}

export interface ReceivedRequest {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Starts an HTTP server that records requests and answers them. */
export async function givenHttpReceiver(answer: RequestListener): Promise<BareReceiver & { received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  return Object.assign(await listen(createHttpServer(remembering(received, answer)), "http"), { received });
}

/** Starts an HTTPS server that records requests and answers them, with the certificate below. */
export async function givenHttpsReceiver(answer: RequestListener): Promise<BareReceiver & { received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  return Object.assign(await listen(createHttpsServer({ cert: CERTIFICATE, key: KEY }, remembering(received, answer)), "https"), {
    received,
  });
}

function remembering(received: ReceivedRequest[], answer: RequestListener): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ method: request.method, path: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  };
}

async function listen(server: Server, scheme: string, host = "127.0.0.1"): Promise<BareReceiver> {
  const open = new Set<Socket>();
  const left: (() => void)[] = [];
  const receiver: BareReceiver = {
    port: 0,
    url: "",
    connections: 0,
    untilLeft: () =>
      new Promise((resolve) => {
        left.push(resolve);
        tellLeft();
      }),
  };
  const tellLeft = () => {
    if (receiver.connections > 0 && open.size === 0) for (const tell of left.splice(0)) tell();
  };
  server.on("connection", (socket: Socket) => {
    receiver.connections += 1;
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      tellLeft();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  receiver.port = typeof address === "object" && address ? address.port : 0;
  receiver.url = `${scheme}://127.0.0.1:${receiver.port}/`;
  return receiver;
}

/** Self-signed certificate of `receiver.example`, valid until 2120. It protects nothing. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBdzCCARygAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBByZWNlaXZl
ci5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
FwYDVQQDDBByZWNlaXZlci5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEXkDAfwJK9eT0KoiVbSgtkIHAgHYHhudfISpsensZHd2zm5MVZh2o4hrZp2Pa
Y/+TtCpstqDjUOc4REV/rHiouKNPME0wGwYDVR0RBBQwEoIQcmVjZWl2ZXIuZXhh
bXBsZTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBRJvJK5doxA9+X6e/Ci/IJs
PnbE7DAKBggqhkjOPQQDAgNJADBGAiEAlFCvhLyoQrv56VhYza/poNSjAUkPf9cl
A4LaYbAZWNYCIQCnIy/BFql1K2Ncv4ELbRhljE006kifUpfyduOcK8Mg3w==
-----END CERTIFICATE-----`;

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSW2sGxmMjuWYKBBA
tE5GOsAyDsZkxBNPJAgp5t3DrCuhRANCAAReQMB/Akr15PQqiJVtKC2QgcCAdgeG
518hKmx6exkd3bObkxVmHajiGtmnY9pj/5O0Kmy2oONQ5zhERX+seKi4
-----END PRIVATE KEY-----`;
