import { afterAll, vi } from "vitest";
import { closeDatabase } from "@/db/client";
import { backgroundMailsSent } from "@/server/platform/mail/send-mails-soon";

/**
 * Resets shared state at the end of a test file, because files of one worker share their modules. Connections to the database stay open for
 * the next file, because Postgres compiles triggers and reads its catalogue once per connection. Connections of a file that changed the
 * settings of the database are closed. Waits for mails that are sent in the background: they would take the next file's mails as well, and
 * give them to a server that is gone.
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

/** The environment's variables about the database, as text. */
function databaseSettings(): string {
  return JSON.stringify(Object.entries(process.env).filter(([name]) => name.startsWith("DATABASE_")));
}
