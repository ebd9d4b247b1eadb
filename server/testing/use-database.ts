import { closeDatabase } from "@/db/client";
import { forgetEnv } from "@/server/env";

/** From here on, this process's database is another one, or the same by another way. */
export async function useDatabase(url: string): Promise<void> {
  await closeDatabase();
  process.env.DATABASE_URL = url;
  forgetEnv();
}
