import { createHash } from "node:crypto";
import { type Database, db } from "@/db/client";
import type { Actor } from "@/server/actor";
import type { ReceivedFile } from "@/server/bank/statements/receive-file";
import { receiveUpload } from "@/server/bank/statements/receive-upload";
import { isId } from "@/server/domain/formats/id";
import { isFileBody } from "@/server/domain/rules/file-body";
import { DomainError, type ErrorCode } from "@/server/errors";
import { chunksOf } from "@/server/platform/chunks-of";
import { withTimeout } from "@/server/platform/with-timeout";
import { type Answer, headerOf, refusalOf } from "./answer";
import { refuseStatement } from "./bank-statement";
import { CODE_OF_BAD_ID, type KeyedEndpoint, type RecordIds } from "./endpoint";
import { answerOnce, type KeptAnswer } from "./idempotency";
import { lookUp } from "./look-up";
import { plainPath } from "./path";
import { type JsonBody, readJsonBody } from "./read-body";
import type { Trace } from "./trace";

/**
 * Time-out of a request in ms, for a database that does not answer at all. Longer than the database's own time-out for statements. The work
 * may still take effect: a client that sent an idempotency key gets the outcome by repeating the request.
 */
export const HANDLER_TIMEOUT_MS = 12_000;

interface AdmittedRequest {
  request: Request;
  params: Record<string, string>;
  query: string;
  actor: Actor;
  trace: Trace;
}

/** Handles a request with a valid key, path and method. Checks body, idempotency key, resource and fields, in this order. */
export async function respond(endpoint: KeyedEndpoint, admitted: AdmittedRequest): Promise<Answer> {
  const { request } = admitted;
  if (endpoint.takesFile) return respondToFile(endpoint, admitted);
  const body = endpoint.body && (await readJsonBody(request));

  const key = request.method === "POST" || request.method === "PUT" ? request.headers.get("idempotency-key") : null;
  if (key !== null) return respondOnce(endpoint, admitted, body, key);

  const timeoutMs = endpoint.timeoutMs ?? HANDLER_TIMEOUT_MS;
  const work = (on: Database) => perform(endpoint, admitted, body, on);
  const answer = await (endpoint.isLookUp ? lookUp(timeoutMs, work) : withTimeout(timeoutMs, work(db)));
  if (!endpoint.conditional || answer.body === null) return answer;
  answer.headers.ETag = `"${createHash("sha1").update(answer.body).digest("base64url")}"`;
  const known = request.headers.get("if-none-match");
  return known !== null && matches(known, answer.headers.ETag)
    ? { status: 304, headers: { ETag: answer.headers.ETag }, body: null }
    : answer;
}

/** Handles a request whose body is a file. The time-out includes the upload. */
function respondToFile(endpoint: KeyedEndpoint, admitted: AdmittedRequest): Promise<Answer> {
  const { request } = admitted;
  if (!isFileBody(request.headers.get("content-type"))) throw new DomainError("invalid_content_type");
  return withTimeout(
    endpoint.timeoutMs ?? HANDLER_TIMEOUT_MS,
    receiveUpload(db, admitted.actor, chunksOf(request), (file) => perform(endpoint, admitted, undefined, db, file)).catch(refuseStatement),
  );
}

/** Handles a request with an idempotency key: only the first one with this key takes effect. */
async function respondOnce(endpoint: KeyedEndpoint, admitted: AdmittedRequest, body: JsonBody | undefined, key: string): Promise<Answer> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new DomainError("invalid_idempotency_key");
  const { request, actor, trace } = admitted;
  const fingerprint = createHash("sha256")
    .update(`${request.method} ${plainPath(trace.path)}\n`)
    .update(body?.bytes ?? "")
    .digest("hex");

  const { replayed, errorField, ...answer } = await withTimeout(
    endpoint.timeoutMs ?? HANDLER_TIMEOUT_MS,
    answerOnce(
      db,
      { partnerId: actor.partnerId, key, fingerprint },
      async (tx) => asKept(await perform(endpoint, admitted, body, tx)),
      asKeptRefusal,
    ),
  );
  if (replayed) trace.headers["Idempotency-Replayed"] = "true";
  return { ...answer, headers: { ...(answer.body !== null && { "Content-Type": "application/json" }), ...headerOf(errorField) } };
}

function asKept({ status, body }: Answer): KeptAnswer {
  return { status, body, errorField: null };
}

function asKeptRefusal(error: DomainError): KeptAnswer {
  return { ...asKept(refusalOf(error)), errorField: error.field };
}

async function perform(
  endpoint: KeyedEndpoint,
  { params, query, actor }: AdmittedRequest,
  body: JsonBody | undefined,
  db: Database,
  file?: ReceivedFile,
): Promise<Answer> {
  const ids = recordIds(params);
  const given = body?.value ?? {};
  const fields = endpoint.body?.safeParse(given);
  const parameters = endpoint.parameters?.safeParse(parametersIn(endpoint, query, params));
  if (fields?.error || parameters?.error) {
    await endpoint.insteadOfFieldErrors?.({ db, actor, params: ids, given });
    const issues = [...(fields?.error?.issues ?? []), ...(parameters?.error?.issues ?? [])];
    throw refusalBy(issues, endpoint.errors);
  }
  return endpoint.handle({ db, actor, params: ids, body: fields?.data, parameters: parameters?.data, file });
}

/** Returns the parameters of query and path. Several values of a list are joined by commas; of another parameter the last one counts. */
function parametersIn({ lists = [] }: KeyedEndpoint, query: string, params: Record<string, string>): Record<string, string> {
  const given = new URLSearchParams(query);
  const joined = lists.filter((name) => given.has(name)).map((name) => [name, given.getAll(name).join(",")]);
  return { ...Object.fromEntries(given), ...Object.fromEntries(joined), ...params };
}

const RECORD_ID_NAMES = Object.keys(CODE_OF_BAD_ID) as (keyof RecordIds)[];

/**
 * Returns the record ids of the path; ids that the path does not have are empty. Throws a code such as `invalid_invoice_id` for a text
 * without the shape of an id, which cannot name a record.
 */
function recordIds(params: Record<string, string>): RecordIds {
  const ids = { invoiceId: "", importId: "", companyId: "", bankAccountId: "", mandateId: "", seasonFileId: "" };
  for (const name of RECORD_ID_NAMES) {
    const given = params[name];
    if (given === undefined) continue;
    if (!isId(given)) throw new DomainError(CODE_OF_BAD_ID[name]);
    ids[name] = given;
  }
  return ids;
}

interface Issue {
  message: string;
  path: PropertyKey[];
}

/** Refusal of a field: the code, and the field's path, such as `invoice_lines[1].amount_cents`; null if it is not known. */
interface Fault {
  code: ErrorCode;
  field: string | null;
}

/** Returns the fault to answer with. Each issue's message is a code. Of several, the one that comes first in `order` is the answer. */
export function faultIn(issues: Issue[], order: readonly ErrorCode[]): Fault {
  const code = order.find((each) => issues.some(({ message }) => message === each));
  if (!code) throw new Error(`No code of this endpoint: ${issues.map(({ message }) => message).join(", ")}`);
  const field = issues.find(({ message }) => message === code)?.path.reduce<string>(appendKey, "");
  return { code, field: field || null };
}

export function refusalBy(issues: Issue[], order: readonly ErrorCode[]): DomainError {
  const { code, field } = faultIn(issues, order);
  return new DomainError(code, "refused", field);
}

function appendKey(path: string, key: PropertyKey): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? String(key) : `${path}.${String(key)}`;
}

function matches(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.split(",").some((known) => known.trim() === "*" || known.trim().replace(/^W\//, "") === tag);
}
