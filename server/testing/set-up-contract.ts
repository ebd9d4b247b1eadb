import { afterAll, inject } from "vitest";
import { forgetEnv } from "@/server/env";
import { leaveAsFound } from "./leave-as-found";

// What a test arranges, it arranges in the database of the host that it calls.
process.env.DATABASE_URL = inject("contractDatabaseUrl");
process.env.LOG_LEVEL = "silent";
forgetEnv();

afterAll(leaveAsFound);
