import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { type Database, lookUps } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { type WalPosition, walPosition } from "@/db/wal-position";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/formats/time";
import { wire } from "@/server/domain/formats/wire";
import { type AccessLevel, reaches } from "@/server/domain/rules/access-levels";
import { type AnyErrorCode, DomainError, type ErrorKind } from "@/server/errors";
import { noteRefusal } from "@/server/platform/audit/note-refusal";
import { asPerson } from "@/server/platform/audit/record-event";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { log } from "@/server/platform/log";
import { readAsPartner, seeOnly } from "@/server/platform/read-as-partner";
import { isReplicasFault, readFromReplica } from "@/server/platform/read-from-replica";
import { withOrigin } from "@/server/platform/request-origin";
import { traced } from "@/server/platform/traced";
import { withTimeout } from "@/server/platform/with-timeout";
import { missingStep } from "@/server/tenancy/factors/missing-step";
import { requireProof } from "@/server/tenancy/factors/require-proof";
import { actorOf, belongsToPartner, type Person } from "@/server/tenancy/people/person";
import type { Visitor } from "@/server/tenancy/people/visitor";

/** Context of every procedure. */
export interface Context {
  db: Database;
  /** Returns a position in the primary's write-ahead log, no older than the request. Absent: each query asks the primary for it. */
  position?: () => Promise<WalPosition>;
  /** Null without a session, and before a required second factor was given or set up. */
  person: Person | null;
  /** Person who has begun a session, but still has to give a second factor, or to set one up. */
  awaitingSecondFactor?: Person | null;
  requestId: string | null;
  /** Absent outside requests. */
  visitor?: Visitor;
}

interface Meta {
  /**
   * Input fields for which Postgres needs an index that it cannot use behind row security. A query that has a value for one of them runs
   * without row security. Only fields of the parsed input count, so only `searchProcedure` has them: a caller cannot add one.
   */
  unprotectedIfGiven?: readonly string[];
  /** Whether the query stores results that it had to calculate. It runs on the primary, without row security. */
  keepsResults?: boolean;
  /** Whether the query writes in a transaction that it rolls back. It runs on the primary, without row security. */
  rehearses?: boolean;
  /**
   * Whether the query searches by name, with an index that Postgres cannot use behind row security. The query runs without row security.
   */
  looksForNames?: boolean;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: wire,
    // Keeps stack traces of a development server out of answers. Pages need only the code, for which they have texts.
    isDev: false,
    errorFormatter: ({ shape, error }) => {
      const { code, fields } = explain(error);
      return { ...shape, message: code, data: { ...shape.data, code: shape.data.code, reason: code, fields } };
    },
  });

export const { router, createCallerFactory } = t;

const trpcCodes: Record<ErrorKind, TRPCError["code"]> = {
  bad_request: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  not_allowed: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_SUPPORTED",
  timeout: "TIMEOUT",
  conflict: "CONFLICT",
  too_large: "PAYLOAD_TOO_LARGE",
  wrong_content_type: "UNSUPPORTED_MEDIA_TYPE",
  refused: "UNPROCESSABLE_CONTENT",
  too_many: "TOO_MANY_REQUESTS",
  internal: "INTERNAL_SERVER_ERROR",
  unavailable: "SERVICE_UNAVAILABLE",
};

/**
 * Time-outs. Without them, a database whose packets are lost would keep people waiting until TCP gives up. Mutations have more
 * time, because deleting or transmitting a large import takes long.
 */
const TIMEOUT_MS = { query: 30 * SECOND_MS, mutation: 5 * MINUTE_MS, subscription: 30 * SECOND_MS };

/** Passes on the code of a refusal, and errors of tRPC such as invalid input. Any other error is a fault of the service, and is logged. */
const translate = t.middleware(async ({ next, ctx, path, type }) => {
  const origin = { requestId: ctx.requestId, address: ctx.visitor?.address ?? UNKNOWN_ADDRESS };
  const result = await withTimeout(
    TIMEOUT_MS[type],
    withOrigin(origin, () => traced(`trpc ${path}`, {}, next)),
  ).catch((cause: unknown) => {
    log().error({ err: cause, requestId: ctx.requestId, path }, "procedure timed out");
    throw serviceUnavailable(cause);
  });
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof DomainError) {
    noteIfNotAllowed(ctx, cause);
    throw new TRPCError({ code: trpcCodes[cause.kind], cause, message: cause.code });
  }
  if (result.error.code !== "INTERNAL_SERVER_ERROR") return result;
  log().error({ err: cause, requestId: ctx.requestId, path }, "procedure failed");
  if (isOutOfReach(cause)) throw serviceUnavailable(cause);
  return result;
});

/**
 * Counts the acts that a partner's people were not allowed, for the security log. A request for proof of identity is not counted, because
 * the person gives it and continues.
 */
function noteIfNotAllowed({ db, person }: Context, { code, kind }: DomainError): void {
  const isForbidden = kind === "not_allowed" && code !== "identity_not_proved";
  if (isForbidden && person && belongsToPartner(person)) noteRefusal(db, asPerson(person), code);
}

/** Returns the portal's error for a database out of reach and for a procedure that took too long. */
export function serviceUnavailable(cause: unknown): TRPCError {
  return new TRPCError({ code: "SERVICE_UNAVAILABLE", message: "service_unavailable", cause });
}

/** For everybody, also before signing in. */
export const openProcedure = t.procedure.use(translate);

/** For every signed-in person. */
export const signedInProcedure = openProcedure.use(({ ctx, next }) => {
  if (!ctx.person) throw new DomainError("not_signed_in");
  return next({ ctx: { ...ctx, person: ctx.person } });
});

/** Also for people who are not signed in yet, so that they can prove their identity. */
export const secondFactorProcedure = openProcedure.use(({ ctx, next }) => {
  const person = ctx.person ?? ctx.awaitingSecondFactor;
  if (!person) throw new DomainError("not_signed_in");
  return next({ ctx: { ...ctx, person } });
});

/** For setting up a second factor: for people who must have one and have none, or who have recently proved their identity. */
export const enrollingProcedure = secondFactorProcedure.use(({ ctx, next }) => {
  const missing = missingStep(ctx.person);
  // The person has a second factor and has not given it yet.
  if (missing === "proof") throw new DomainError("not_signed_in");
  if (!missing) requireProof(ctx.person);
  return next();
});

/** For all of a partner's people. Provides the actor by which services limit access. */
const partnersProcedure = signedInProcedure.use(({ ctx, next }) => {
  const { person } = ctx;
  if (!belongsToPartner(person)) throw new DomainError("not_allowed");
  return next({ ctx: { ...ctx, person, actor: actorOf(person, ctx.requestId) } });
});

/** Lets queries read from the replica if possible, behind row security, but for the exceptions in `Meta`. */
const readProtected = t.middleware(async ({ ctx, type, meta, input, next }) => {
  const proceed = (db: Database) => next({ ctx: { db } });
  if (type !== "query" || meta?.keepsResults || meta?.rehearses) return proceed(ctx.db);
  if (!ctx.person || !belongsToPartner(ctx.person)) throw new DomainError("not_allowed");
  const { partnerId } = ctx.person;
  const usesRowSecurity = !meta?.looksForNames && !hasValueFor(meta?.unprotectedIfGiven ?? [], input);
  const replicaResult = await fromReplica(ctx, async (tx) => {
    if (usesRowSecurity) await seeOnly(tx, partnerId);
    return proceed(tx);
  });
  return replicaResult ?? (usesRowSecurity ? readAsPartner(ctx.db, partnerId, proceed) : proceed(ctx.db));
});

/** For all of a partner's people. */
export const portalProcedure = partnersProcedure.use(readProtected);

/** Like `portalProcedure`, for queries that search for text among invoices. Parses the input first, so that only fields of it count. */
export function searchProcedure<Input extends z.ZodType>(input: Input) {
  return partnersProcedure
    .meta({ unprotectedIfGiven: ["search"] })
    .input(input)
    .use(readProtected);
}

/** Runs a query on the replica. Returns undefined if the primary must be used, also if the replica failed half-way. */
async function fromReplica<Answer extends { ok: boolean }>(
  { db, position = () => walPosition(lookUps().db) }: Context,
  query: (tx: Database) => Promise<Answer>,
): Promise<Answer | undefined> {
  const read = await readFromReplica(db, position, async (tx) => {
    const result = await query(tx);
    // tRPC returns errors instead of throwing them. Errors of the replica are thrown here, so that the primary answers; others stay.
    if ("error" in result && result.error instanceof TRPCError && isReplicasFault(result.error.cause)) throw result.error.cause;
    return result;
  });
  return read?.result;
}

/** Whether one of these fields has a value in the parsed input, also in nested objects. */
function hasValueFor(fields: readonly string[], input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  return Object.entries(input).some(([name, value]) => (fields.includes(name) && Boolean(value)) || hasValueFor(fields, value));
}

/** For a partner's people with at least this access level. */
function memberProcedure(needed: AccessLevel) {
  return portalProcedure.use(({ ctx, next }) => {
    if (!reaches(ctx.person.accessLevel, needed)) throw new DomainError("not_allowed");
    return next();
  });
}

/** For people who may answer customers. */
export const answerProcedure = memberProcedure("answer");

/** For people who may also create, change and retract invoices. */
export const invoicesProcedure = memberProcedure("invoices");

/** For people who may also record payments. */
export const moneyProcedure = memberProcedure("money");

/** For a partner's administrators. */
export const administratorProcedure = portalProcedure.use(({ ctx, next }) => {
  if (ctx.person.role !== "administrator") throw new DomainError("not_allowed");
  return next();
});

/** For administrators who have recently proved their identity: keys, endpoints, roles. */
export const provedAdministratorProcedure = administratorProcedure.use(({ ctx, next }) => {
  requireProof(ctx.person);
  return next();
});

/** For people who may record payments and have recently proved their identity: giving money back. */
export const provedMoneyProcedure = moneyProcedure.use(({ ctx, next }) => {
  requireProof(ctx.person);
  return next();
});

/** For the service's support team. The services decide for each conversation what a supporter may see. */
export const supportProcedure = signedInProcedure.use(async ({ ctx, type, next }) => {
  if (ctx.person.role !== "support") throw new DomainError("not_allowed");
  const proceed = (db: Database) => next({ ctx: { ...ctx, db } });
  const replicaResult = type === "query" ? await fromReplica(ctx, proceed) : undefined;
  return replicaResult ?? proceed(ctx.db);
});

/** For leads of the support team. */
export const leadProcedure = supportProcedure.use(({ ctx, next }) => {
  if (!ctx.person.leadsSupport) throw new DomainError("not_allowed");
  return next();
});

/** For leads of the support team who have recently proved their identity: membership of the team. */
export const provedLeadProcedure = leadProcedure.use(({ ctx, next }) => {
  requireProof(ctx.person);
  return next();
});

/** Returns what a page needs about a failure: its code, and the refused input fields with their codes. */
function explain(error: TRPCError): { code: AnyErrorCode; fields: Record<string, string> } {
  if (error.cause instanceof DomainError) {
    const { code, field } = error.cause;
    return { code, fields: field ? { [field]: code } : {} };
  }
  if (error.cause instanceof z.ZodError) {
    const fields = Object.fromEntries(error.cause.issues.map((issue) => [issue.path.join("."), issue.message]));
    return { code: "invalid_request", fields };
  }
  if (error.code === "SERVICE_UNAVAILABLE") return { code: "service_unavailable", fields: {} };
  if (error.code === "INTERNAL_SERVER_ERROR") return { code: "internal_error", fields: {} };
  return { code: error.code === "NOT_FOUND" ? "not_found" : "invalid_request", fields: {} };
}
