import { inject } from "vitest";
import { forgetEnv } from "@/server/env";
import { TEST_ENCRYPTION_KEY, TEST_SECRET } from "./hosts";
import { leaveAsFound } from "./leave-as-found";
import { seedGenerators } from "./seed-generators";

const worker = Number(process.env.VITEST_POOL_ID ?? "1");
process.env.DATABASE_URL = inject("workerDatabaseUrls")[(worker - 1) % inject("workerDatabaseUrls").length];
const replicaUrl = inject("replicaDatabaseUrls")[(worker - 1) % inject("workerDatabaseUrls").length];
if (replicaUrl) process.env.DATABASE_REPLICA_URL = replicaUrl;
process.env.AUTH_SECRET = TEST_SECRET;
process.env.ENCRYPTION_KEY = TEST_ENCRYPTION_KEY;
process.env.LOG_LEVEL = "silent";
forgetEnv();

leaveAsFound();
seedGenerators();
