import { afterAll, inject } from "vitest";
import { closeDatabase } from "@/db/client";

// What a test arranges, it arranges in the database of the host that it calls.
process.env.DATABASE_URL = inject("contractDatabaseUrl");
process.env.LOG_LEVEL = "silent";

afterAll(closeDatabase);
