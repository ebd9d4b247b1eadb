import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { type Database, lookUps } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { type WalPosition, walPosition } from "@/db/wal-position";
import { type AccessLevel, reaches } from "@/server/domain/access-levels";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/time";
import { wire } from "@/server/domain/wire";
import { type AnyErrorCode, DomainError, type ErrorKind } from "@/server/errors";
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
import { noteRefusal } from "@/server/tenancy/security-events/note-refusal";
import { asPerson } from "@/server/tenancy/security-events/record-event";

/** What every procedure is given. */
export interface Context {
  db: Database;
  /** How far the primary was when the request came or later; left out where each query asks for itself. */
  position?: () => Promise<WalPosition>;
  /** Null without a session, and before its second factor is given. */
  person: Person | null;
  /** Whose password was right, and who is not in yet. */
  arriving?: Person | null;
  requestId: string | null;
  /** Left out where there is no request. */
  visitor?: Visitor;
}

interface Meta {
  /** Fields of the input that Postgres serves by an index which it does not use behind row security: a query that has one runs without it. */
  unlessGiven?: readonly string[];
  /** The query keeps what it had to calculate. */
  keepsResults?: boolean;
  /** The query looks for names by itself, by an index that Postgres does not use behind row security. */
  looksForNames?: boolean;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: wire,
    // Without a development server's stack traces: the code is all that a page words for its reader.
    isDev: false,
    errorFormatter: ({ shape, error }) => {
      const { code, fields } = explain(error);
      return { ...shape, message: code, data: { ...shape.data, code: shape.data.code, reason: code, fields } };
    },
  });

export const { router, createCallerFactory } = t;

const kinds: Record<ErrorKind, TRPCError["code"]> = {
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

/** A database whose packets vanish must not hold a person for as long as TCP would. A large import takes its time to be deleted or transmitted. */
const TIMEOUT_MS = { query: 30 * SECOND_MS, mutation: 5 * MINUTE_MS, subscription: 30 * SECOND_MS };

/** A refusal keeps its code through this door; what is not one is our own mistake, and is in the log. */
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
    throw new TRPCError({ code: kinds[cause.kind], cause, message: cause.code });
  }
  if (result.error.code !== "INTERNAL_SERVER_ERROR") return result;
  log().error({ err: cause, requestId: ctx.requestId, path }, "procedure failed");
  if (isOutOfReach(cause)) throw serviceUnavailable(cause);
  return result;
});

/** Refusals of a partner's people. To be asked for a proof is no refusal: the person gives it and goes on. */
function noteIfNotAllowed({ db, person }: Context, { code, kind }: DomainError): void {
  if (!person || !belongsToPartner(person) || kind !== "not_allowed" || code === "identity_not_proved") return;
  noteRefusal(db, asPerson(person), code);
}

/** What the portal is told while the database is out of reach, for this cause. */
export function serviceUnavailable(cause: unknown): TRPCError {
  return new TRPCError({ code: "SERVICE_UNAVAILABLE", message: "service_unavailable", cause });
}

/** Anybody, also before signing in. */
export const openProcedure = t.procedure.use(translate);

/** Open to every signed-in person. */
export const signedInProcedure = openProcedure.use(({ ctx, next }) => {
  if (!ctx.person) throw new DomainError("not_signed_in");
  return next({ ctx: { ...ctx, person: ctx.person } });
});

/** Also open to who is not in yet: how they prove who they are. */
export const arrivingProcedure = openProcedure.use(({ ctx, next }) => {
  const person = ctx.person ?? ctx.arriving;
  if (!person) throw new DomainError("not_signed_in");
  return next({ ctx: { ...ctx, person } });
});

/** Where a second factor is set up: by who has none and must, or by who has just proved who they are. */
export const enrollingProcedure = arrivingProcedure.use(({ ctx, next }) => {
  const missing = missingStep(ctx.person);
  if (missing === "proof") throw new DomainError("not_signed_in");
  if (!missing) requireProof(ctx.person);
  return next();
});

/** All of a partner's people, to read, as the actor that services scope by. */
export const portalProcedure = signedInProcedure.use(async ({ ctx, type, meta, getRawInput, next }) => {
  const { person } = ctx;
  if (!belongsToPartner(person)) throw new DomainError("not_allowed");
  const actor = actorOf(person, ctx.requestId);
  const proceed = (db: Database) => next({ ctx: { ...ctx, db, person, actor } });
  if (type !== "query" || meta?.keepsResults) return proceed(ctx.db);
  const isHeldBack = !meta?.looksForNames && !mentions(await getRawInput(), meta?.unlessGiven ?? []);
  const fromOther = await fromReplica(ctx, async (tx) => {
    if (isHeldBack) await seeOnly(tx, person.partnerId);
    return proceed(tx);
  });
  return fromOther ?? (isHeldBack ? readAsPartner(ctx.db, person.partnerId, proceed) : proceed(ctx.db));
});

/** What a query answers from the replica. Undefined where the primary is to be asked, also if the replica failed half-way. */
async function fromReplica<Answer extends { ok: boolean }>(
  { db, position = () => walPosition(lookUps().db) }: Context,
  query: (tx: Database) => Promise<Answer>,
): Promise<Answer | undefined> {
  const read = await readFromReplica(db, position, async (tx) => {
    const result = await query(tx);
    // What a query throws is in its answer.
    if ("error" in result && result.error instanceof TRPCError && isReplicasFault(result.error.cause)) throw result.error.cause;
    return result;
  });
  return read?.result;
}

/** Whether one of the fields says something, also inside of a selection. */
function mentions(input: unknown, fields: readonly string[]): boolean {
  if (typeof input !== "object" || input === null) return false;
  return Object.entries(input).some(([name, value]) => (fields.includes(name) && Boolean(value)) || mentions(value, fields));
}

/** The same, for queries that look for text among invoices. */
export const searchProcedure = portalProcedure.meta({ unlessGiven: ["search"] });

/** A partner's people who may do as much as this. */
function memberProcedure(needed: AccessLevel) {
  return portalProcedure.use(({ ctx, next }) => {
    if (!reaches(ctx.person.accessLevel, needed)) throw new DomainError("not_allowed");
    return next();
  });
}

/** Those of a partner's people who answer customers. */
export const answerProcedure = memberProcedure("answer");

/** Those who also create, change and retract invoices. */
export const invoicesProcedure = memberProcedure("invoices");

/** Those who also record what was paid. */
export const moneyProcedure = memberProcedure("money");

/** A partner's administrators. */
export const administratorProcedure = portalProcedure.use(({ ctx, next }) => {
  if (ctx.person.role !== "administrator") throw new DomainError("not_allowed");
  return next();
});

/** What an administrator must have proved who they are for: keys, endpoints, roles. */
export const provedAdministratorProcedure = administratorProcedure.use(({ ctx, next }) => {
  requireProof(ctx.person);
  return next();
});

/** What they must have proved who they are for: money that goes back. */
export const provedMoneyProcedure = moneyProcedure.use(({ ctx, next }) => {
  requireProof(ctx.person);
  return next();
});

/** The service's own support team. What they may see is decided per conversation, by the services. */
export const supportProcedure = signedInProcedure.use(async ({ ctx, type, next }) => {
  if (ctx.person.role !== "support") throw new DomainError("not_allowed");
  const read = (db: Database) => next({ ctx: { ...ctx, db } });
  return (type === "query" ? await fromReplica(ctx, read) : undefined) ?? read(ctx.db);
});

/** Who leads the support team. */
export const leadProcedure = supportProcedure.use(({ ctx, next }) => {
  if (!ctx.person.leadsSupport) throw new DomainError("not_allowed");
  return next();
});

/** What a lead must have proved who they are for: who is in the team. */
export const provedLeadProcedure = leadProcedure.use(({ ctx, next }) => {
  requireProof(ctx.person);
  return next();
});

/** What a page needs to know of a failure: its code, and which input fields were refused with which. */
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
