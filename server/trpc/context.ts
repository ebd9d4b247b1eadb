import { randomUUID } from "node:crypto";
import { cache } from "react";
import { db } from "@/db/client";
import { requestAddress, signedInPerson } from "@/server/auth/auth";
import { SECOND_MS } from "@/server/domain/time";
import { withTimeout } from "@/server/platform/with-timeout";
import type { Context } from "./init";

const SESSION_TIMEOUT_MS = 12 * SECOND_MS;

/** Who asks, looked up once for all that one request asks. */
export const createContext = cache(
  async (): Promise<Context> => ({
    db,
    person: await withTimeout(SESSION_TIMEOUT_MS, signedInPerson()),
    requestId: randomUUID(),
    address: await requestAddress(),
  }),
);
