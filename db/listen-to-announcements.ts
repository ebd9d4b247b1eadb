import postgres from "postgres";

/**
 * Calls `onHeard` whenever a commit announces something on the channel. Uses its own connection, because drizzle changes the parsers of
 * connections that it gets. Behind a pooler in transaction mode it hears nothing, so it does not listen: the announcements would reach
 * sessions that others share, which PgBouncer then closes. That is no error, because callers also look without an announcement, at longer
 * intervals.
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

/** Whether the connection is not through a pooler: a pooler reports another process than the one in which statements run. */
async function hasOwnSession(client: postgres.Sql): Promise<boolean> {
  const found = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return found[0]?.pid === found.state.pid;
}
