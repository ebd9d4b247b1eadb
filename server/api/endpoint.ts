import type { z } from "zod";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import type { ReceivedFile } from "@/server/bank/statements/receive-file";
import type { KeyScope } from "@/server/domain/rules/key-scopes";
import type { ErrorCode } from "@/server/errors";
import type { Answer } from "./answer";

/** Description of an endpoint, from which the reference is generated. */
interface Description {
  /** Purpose of the endpoint in a few words. */
  summary: string;
  description?: string;
  tag: "Invoices" | "Collection" | "Tickets" | "Companies" | "Bank" | "Imports" | "Changes" | "Sandbox" | "Reference";
  /** Schema of a successful answer; null for 204 without a body. */
  answer: z.ZodType | null;
  /** Codes of this endpoint besides those that all endpoints share, in the order of the checks: the first that applies is the answer. */
  errors: readonly ErrorCode[];
  /** Whether answers have an ETag, so that a client that has the current version gets 304. */
  conditional?: boolean;
}

/** Ids of the records in the path, each 40 hexadecimal characters. An id that the path does not have is empty. */
export interface RecordIds {
  invoiceId: string;
  importId: string;
  companyId: string;
  bankAccountId: string;
  mandateId: string;
  seasonFileId: string;
}

/** Codes of ids that name no record. */
export const CODE_OF_BAD_ID: Record<keyof RecordIds, ErrorCode> = {
  invoiceId: "invalid_invoice_id",
  importId: "invalid_import_id",
  companyId: "invalid_company_id",
  bankAccountId: "invalid_bank_account_id",
  mandateId: "invalid_mandate_id",
  seasonFileId: "invalid_season_file_id",
};

/** A handler's argument. */
export interface Call<Body, Parameters> {
  /** The pool, the connections for look-ups, or the transaction that stores an idempotency key and its answer. */
  db: Database;
  actor: Actor;
  /** Ids in the path, such as `invoiceId`, checked for their shape. */
  params: RecordIds;
  /** All other parameters: of the query, and of the path if they are no ids. Parsed by the endpoint's schema `parameters`. */
  parameters: Parameters;
  body: Body;
  /** Present if the endpoint takes a file. */
  file?: ReceivedFile;
}

interface Keyed<Body, Parameters> extends Description {
  /** Schema of the body. Absent: the endpoint has no body fields, and ignores any body. */
  body?: z.ZodType<Body>;
  /** Schema of the body in the reference, if `body` accepts more than that because the handler refuses parts one by one. */
  describedBody?: z.ZodType;
  /**
   * Whether the body is a file instead of JSON. It is received completely before the handler begins. Sending the same file again changes
   * nothing, so an idempotency key is ignored.
   */
  takesFile?: boolean;
  /**
   * Whether the endpoint only finds a record by its id, and never waits for a lock. Such look-ups have connections of their own, so that
   * they do not queue behind slow statements: see `lookUps` in `db/client.ts`.
   */
  isLookUp?: boolean;
  /** Scope that an API key needs. Default: `read` for GET, `write` for all other methods. */
  scope?: Exclude<KeyScope, "read" | "write">;
  /** Time-out in ms, if longer than the default. */
  timeoutMs?: number;
  /** Query parameters, and path parameters other than ids. */
  parameters?: z.ZodType<Parameters>;
  /**
   * Query parameters of which the endpoint needs at least one. A request without any of them gets 405, as before the endpoint existed.
   */
  onlyWith?: readonly string[];
  /**
   * Query parameters that are lists: several values of one are read as one text, joined by commas. For other parameters, the last value
   * counts.
   */
  lists?: readonly string[];
  /**
   * Throws errors that the caller gets instead of those of fields, for example that the path's resource does not exist. Called only if a
   * field or a parameter was refused; otherwise the service's own statement throws them.
   */
  insteadOfFieldErrors?: (
    call: Pick<Call<never, never>, "db" | "actor" | "params"> & { given: Record<string, unknown> },
  ) => Promise<unknown>;
}

export interface KeyedEndpoint extends Keyed<unknown, unknown> {
  open: false;
  handle(call: Call<unknown, unknown>): Promise<Answer>;
}

/** Needs no key, and so must never return a partner's data. */
export interface OpenEndpoint extends Description {
  open: true;
  handle(): Promise<Answer>;
}

export type Endpoint = KeyedEndpoint | OpenEndpoint;

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Endpoints = Partial<Record<Method, Endpoint>>;

/** Defines one method of one path: input, answer and handler. */
export function endpoint<Body = undefined, Parameters = undefined>(
  description: Keyed<Body, Parameters>,
  handle: (call: Call<Body, Parameters>) => Promise<Answer>,
): KeyedEndpoint {
  // The cast drops the handler's type parameters. The handler still gets what the schemas of `description` have parsed.
  return { ...description, open: false, handle: handle as KeyedEndpoint["handle"] };
}

export function openEndpoint(description: Description, handle: () => Promise<Answer>): OpenEndpoint {
  return { ...description, open: true, handle };
}

/** Returns the scope that a key needs to call this endpoint. */
export function scopeOf({ scope }: Pick<KeyedEndpoint, "scope">, method: string): KeyScope {
  return scope ?? (method === "GET" || method === "HEAD" ? "read" : "write");
}
