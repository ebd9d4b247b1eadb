import type { z } from "zod";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import type { ReceivedFile } from "@/server/billing/statements/receive-file";
import type { KeyScope } from "@/server/domain/key-scopes";
import type { ErrorCode } from "@/server/errors";
import type { Answer } from "./answer";

/** The endpoint's description, from which the reference is generated. */
interface Description {
  /** What it does, in a few words. */
  summary: string;
  description?: string;
  tag: "Invoices" | "Collection" | "Tickets" | "Companies" | "Bank" | "Imports" | "Changes" | "Sandbox" | "Reference";
  /** The schema of a successful answer; null: 204 without a body. */
  answer: z.ZodType | null;
  /** The endpoint's own codes, in the order in which they are checked: the first that applies is the answer. */
  errors: readonly ErrorCode[];
  /** Answers with an ETag, and with 304 to a client that has this version. */
  conditional?: boolean;
}

/** The records that a path names: those in it, each 40 hexadecimal characters. */
export interface RecordIds {
  invoiceId: string;
  importId: string;
  companyId: string;
  bankAccountId: string;
}

/** A handler's argument. */
export interface Call<Body, Parameters> {
  /** The pool, or the transaction in which an idempotency key and its answer are kept. */
  db: Database;
  actor: Actor;
  params: RecordIds;
  parameters: Parameters;
  body: Body;
  /** Where the endpoint takes one. */
  file?: ReceivedFile;
}

interface Keyed<Body, Parameters> extends Description {
  /** The body's schema; absent: the endpoint has no body fields and ignores any body. */
  body?: z.ZodType<Body>;
  /** What the reference says of the body, if the schema takes more because parts of it are refused one by one. */
  describedBody?: z.ZodType;
  /** The body is a file and no JSON. It is received whole before the endpoint begins, and the same file again changes nothing: an idempotency key is ignored. */
  takesFile?: boolean;
  /** It reads a record by its id alone: see `lookUps` in `db/client.ts`. */
  isLookUp?: boolean;
  /** What an API key must be for, if it is more than reading (GET) or changing records (everything else). */
  scope?: Exclude<KeyScope, "read" | "write">;
  /** Time-out in ms, if longer than the default. */
  timeoutMs?: number;
  /** Query parameters, and path parameters that are no ids. */
  parameters?: z.ZodType<Parameters>;
  /**
   * The query parameters of which the endpoint wants one: lists, separated by commas or given several times. Requests without any are answered as before
   * the endpoint existed, with 405.
   */
  onlyWith?: readonly string[];
  /**
   * Throws errors that outrank those of fields, for example that the path's resource does not exist. Called only when a field was refused; otherwise
   * the service finds out in its own statement.
   */
  beforeFieldErrors?: (call: Pick<Call<never, never>, "db" | "actor" | "params"> & { given: Record<string, unknown> }) => Promise<unknown>;
}

export interface KeyedEndpoint extends Keyed<unknown, unknown> {
  open: false;
  handle(call: Call<unknown, unknown>): Promise<Answer>;
}

/** Needs no key, so it must not return anybody's data. */
export interface OpenEndpoint extends Description {
  open: true;
  handle(): Promise<Answer>;
}

export type Endpoint = KeyedEndpoint | OpenEndpoint;

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Endpoints = Partial<Record<Method, Endpoint>>;

/** One method of one path: what it takes and answers, and its handler. */
export function endpoint<Body = undefined, Parameters = undefined>(
  description: Keyed<Body, Parameters>,
  handle: (call: Call<Body, Parameters>) => Promise<Answer>,
): KeyedEndpoint {
  // The schemas stand beside the handler that was typed by them; from here on they travel together.
  return { ...description, open: false, handle: handle as KeyedEndpoint["handle"] };
}

export function openEndpoint(description: Description, handle: () => Promise<Answer>): OpenEndpoint {
  return { ...description, open: true, handle };
}

/** The scope that a key needs to call this endpoint. */
export function scopeOf({ scope }: Pick<KeyedEndpoint, "scope">, method: string): KeyScope {
  return scope ?? (method === "GET" || method === "HEAD" ? "read" : "write");
}
