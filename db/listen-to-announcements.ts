import postgres from "postgres";

/**
 * Calls `onHeard` whenever a commit announces something on the channel. Uses a separate connection, because drizzle changes the parsers
 * of its connections. Does not listen behind a pooler in transaction mode: announcements would arrive at sessions that others share, and
 * PgBouncer would close these. That is no error, because callers also check at longer intervals without an announcement.
 */
export function listenToAnnouncements(url: string, channel: string, onHeard: () => void): { stop(): Promise<void> } {
  const client = postgres(url, {
    max: 1,
    connect_timeout: 5,
    idle_timeout: 1,
    onnotice: () => {},
    connection: { application_name: "invoice-collection-service" },
  });
  const hear = async () => {
    if (await hasOwnSession(client)) await client.listen(channel, onHeard);
  };
  hear().catch(() => {});
  return { stop: () => client.end({ timeout: 1 }).catch(() => {}) };
}

/** Whether the connection is direct: a pooler reports another process id than that of the process running the statements. */
async function hasOwnSession(client: postgres.Sql): Promise<boolean> {
  const found = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return found[0]?.pid === found.state.pid;
}
