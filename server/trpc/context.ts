import { headers } from "next/headers";
import { cache } from "react";
import { db, lookUps } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { type WalPosition, walPosition } from "@/db/wal-position";
import { personAwaitingSecondFactor, requestVisitor, signedInPerson } from "@/server/auth/auth";
import { SECOND_MS } from "@/server/domain/formats/time";
import { log } from "@/server/platform/log";
import { requestIdOf } from "@/server/platform/request-id";
import { withTimeout } from "@/server/platform/with-timeout";
import { type Context, serviceUnavailable } from "./init";

const SESSION_TIMEOUT_MS = 12 * SECOND_MS;

/** Returns the context of a request, looked up once for all its procedures. */
export const createContext = cache(
  async (): Promise<Context> => ({
    db,
    position: askOnce(() => walPosition(lookUps().db)),
    person: await withTimeout(SESSION_TIMEOUT_MS, signedInPerson()).catch(failed),
    awaitingSecondFactor: await withTimeout(SESSION_TIMEOUT_MS, personAwaitingSecondFactor()).catch(failed),
    requestId: requestIdOf((await headers()).get("x-request-id")),
    visitor: await requestVisitor(),
  }),
);

/** Returns a function that asks for the position at its first call, and afterwards returns the same answer. */
function askOnce(position: () => Promise<WalPosition>): () => Promise<WalPosition> {
  let answer: Promise<WalPosition> | undefined;
  return () => {
    answer ??= position();
    return answer;
  };
}

function failed(cause: unknown): never {
  log().error({ err: cause }, "session lookup failed");
  throw isOutOfReach(cause) ? serviceUnavailable(cause) : cause;
}
