import { connect } from "node:net";
import { type Reply, verify } from "./client";
import { contractHost } from "./contract-host";

/** Sends raw bytes and waits for one answer. Throws if the answer breaks the contract. */
export async function sendRaw(...chunks: (string | Uint8Array)[]): Promise<Reply> {
  const method = /^[A-Z]+/.exec(String(chunks[0]))?.[0] ?? "GET";
  const { hostname, port } = new URL(contractHost().baseUrl);
  const reply = await new Promise<Reply>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const received: Buffer[] = [];
    const settle = (atEnd: boolean) => {
      try {
        const reply = parse(Buffer.concat(received), method, atEnd);
        if (!reply) return;
        resolve(reply);
      } catch (error) {
        // An answer that is not JSON.
        reject(error);
      }
      socket.destroy();
    };
    socket.on("data", (data) => {
      received.push(data);
      settle(false);
    });
    socket.on("error", () => settle(true));
    socket.on("close", () => {
      settle(true);
      reject(new Error("The connection was closed without an answer"));
    });
    for (const chunk of chunks) socket.write(chunk);
  });
  verify(method, "", reply);
  return reply;
}

/** Returns the head of a request, with the headers that every host requires. */
export function head(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** Returns one chunk of a body of undeclared length. */
export function chunk(bytes: string): string {
  return bytes === "" ? "0\r\n\r\n" : `${Buffer.byteLength(bytes).toString(16)}\r\n${bytes}\r\n`;
}

/** Returns the answer; undefined while it is incomplete. `atEnd`: no more bytes come. */
function parse(received: Buffer, method: string, atEnd: boolean): Reply | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [statusLine = "", ...lines] = received.subarray(0, end).toString().split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const hasNoBody = method === "HEAD" || status === 204 || status === 304;
  const text = bodyOf(received.subarray(end + 4), headers, atEnd || hasNoBody);
  if (text === undefined) return undefined;
  return { status, headers, body: text === "" ? {} : JSON.parse(text), text };
}

function bodyOf(bytes: Buffer, headers: Headers, isComplete: boolean): string | undefined {
  if (headers.get("transfer-encoding") === "chunked") {
    return isComplete || bytes.toString("latin1").endsWith("0\r\n\r\n") ? dechunk(bytes) : undefined;
  }
  const length = headers.get("content-length");
  if (isComplete || (length !== null && bytes.length >= Number(length))) return bytes.toString();
  return undefined;
}

function dechunk(bytes: Buffer): string {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const lineEnd = bytes.indexOf("\r\n", start);
    const length = Number.parseInt(bytes.subarray(start, lineEnd).toString(), 16);
    if (lineEnd < 0 || !(length > 0)) break;
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    start = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(pieces).toString();
}
