import { inject } from "vitest";
import { forgetEnv } from "@/server/env";
import { leaveAsFound } from "./leave-as-found";
import { seedGenerators } from "./seed-generators";

// Tests arrange their data in the database of the host that they call.
process.env.DATABASE_URL = inject("contractDatabaseUrl");
process.env.LOG_LEVEL = "silent";
forgetEnv();

leaveAsFound();
seedGenerators();
