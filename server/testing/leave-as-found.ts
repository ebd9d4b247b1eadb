import { afterAll, vi } from "vitest";
import { closeDatabase } from "@/db/client";
import { backgroundMailsSent } from "@/server/platform/mail/send-mails-soon";

/**
 * Resets shared state at the end of a test file, because files of one worker share their modules. Connections to the database stay open for
 * the next file, because Postgres compiles triggers and reads its catalogue once per connection; only a file that changed the settings of the
 * database closes them. Waits for background work that sends mails, which would give the next file's mails to a server that is gone.
 */
export function leaveAsFound(): void {
  const before = databaseSettings();
  afterAll(async () => {
    const isElsewhere = databaseSettings() !== before;
    vi.useRealTimers();
    await backgroundMailsSent();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    if (isElsewhere) await closeDatabase();
  });
}

/** Returns the environment's variables about the database, as text. */
function databaseSettings(): string {
  return JSON.stringify(Object.entries(process.env).filter(([name]) => name.startsWith("DATABASE_")));
}
