import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import type { Answer } from "@/server/api/answer";

/** For smaller answers, compressing takes longer than it saves. */
const THRESHOLD_BYTES = 8 * 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** An answer whose body may be compressed. */
export type SentAnswer = Omit<Answer, "body"> & { body: string | Buffer | null };

/**
 * Compresses a large answer in the client's preferred encoding, outside the event loop, and returns a small one unchanged. The ETag of a
 * compressed answer becomes weak, because it identifies the contents and not these bytes; `If-None-Match` accepts both.
 */
export async function compressAnswer(answer: Answer, request: IncomingHttpHeaders): Promise<SentAnswer> {
  if (answer.body === null || answer.body.length < THRESHOLD_BYTES) return answer;
  const headers = { ...answer.headers, Vary: "Accept-Encoding" };
  const encoding = new Negotiator({ headers: request }).encoding(["br", "gzip", "identity"]);
  if (encoding !== "br" && encoding !== "gzip") return { ...answer, headers };

  const body = encoding === "br" ? await compressBrotli(answer.body, FAST) : await compressGzip(answer.body);
  const { ETag } = answer.headers;
  return {
    status: answer.status,
    headers: { ...headers, "Content-Encoding": encoding, "Content-Length": String(body.length), ...(ETag && { ETag: `W/${ETag}` }) },
    body,
  };
}
