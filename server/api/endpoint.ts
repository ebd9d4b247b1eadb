import type { z } from "zod";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import type { ErrorCode } from "@/server/errors";
import type { Answer } from "./answer";

/** What every endpoint says of itself: the reference is generated from it. */
interface Description {
  /** What it does, in a few words. */
  summary: string;
  description?: string;
  tag: "Invoices" | "Tickets" | "Companies" | "Imports" | "Changes" | "Reference";
  /** The schema of a successful answer; null: 204 without a body. */
  answer: z.ZodType | null;
  /** The endpoint's own codes in the order in which they are checked: of several, the first is the answer. */
  errors: readonly ErrorCode[];
  /** Answers with an ETag, and 304 to whoever has this version already. */
  conditional?: boolean;
}

/** The records that a path names: those in it, each 40 hexadecimal characters. */
export interface RecordIds {
  invoiceId: string;
  importId: string;
  companyId: string;
}

/** What a handler is given. */
export interface Call<Body, Parameters> {
  /** The pool, or the transaction in which an idempotency key and its answer are kept. */
  db: Database;
  actor: Actor;
  params: RecordIds;
  parameters: Parameters;
  body: Body;
}

interface Keyed<Body, Parameters> extends Description {
  /** The body's schema; absent: the endpoint has no body fields and ignores any body. */
  body?: z.ZodType<Body>;
  /** For how many milliseconds it may be at it, where that is longer than for others. */
  timeoutMs?: number;
  /** Query parameters, and path parameters that are no ids. */
  parameters?: z.ZodType<Parameters>;
  /**
   * Throws what outranks the fields: the resource in the path, say. Called only when a field was refused; otherwise the
   * service finds it out itself, in the same statement.
   */
  outranking?: (call: Pick<Call<never, never>, "db" | "actor" | "params"> & { given: Record<string, unknown> }) => Promise<unknown>;
}

export interface KeyedEndpoint extends Keyed<unknown, unknown> {
  open: false;
  handle(call: Call<unknown, unknown>): Promise<Answer>;
}

/** Needs no key, so it can show nobody's data. */
export interface OpenEndpoint extends Description {
  open: true;
  handle(): Promise<Answer>;
}

export type Endpoint = KeyedEndpoint | OpenEndpoint;

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Endpoints = Partial<Record<Method, Endpoint>>;

/** One method of one path: what it takes and answers, and the sentence that does it. */
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
