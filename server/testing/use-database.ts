import { closeDatabase } from "@/db/client";
import { forgetEnv } from "@/server/env";

/** Points this process at another database, or at the same one by another address. */
export async function useDatabase(url: string): Promise<void> {
  await closeDatabase();
  process.env.DATABASE_URL = url;
  forgetEnv();
}
