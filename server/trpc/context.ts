import { randomUUID } from "node:crypto";
import { cache } from "react";
import { db } from "@/db/client";
import { requestAddress, signedInPerson } from "@/server/auth/auth";
import type { Context } from "./init";

/** Who asks, looked up once for all that one request asks. */
export const createContext = cache(
  async (): Promise<Context> => ({
    db,
    person: await signedInPerson(),
    requestId: randomUUID(),
    address: await requestAddress(),
  }),
);
