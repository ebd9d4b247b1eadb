import { afterAll, inject } from "vitest";
import { closeDatabase } from "@/db/client";

const worker = Number(process.env.VITEST_POOL_ID ?? "1");
process.env.DATABASE_URL = inject("workerDatabaseUrls")[(worker - 1) % inject("workerDatabaseUrls").length];
process.env.LOG_LEVEL = "silent";

afterAll(closeDatabase);
