import postgres from "postgres";

/**
 * Calls `onHeard` whenever a commit announces something on the channel, from a connection of its own: drizzle changes the parsers of those that it is given.
 * Behind a pooler by transaction nothing can be heard, and nothing is asked for there: the announcements would reach sessions that others share, which PgBouncer closes for it.
 * That nothing is heard is no error: who calls this looks by itself now and then.
 */
export function hearAnnouncements(url: string, channel: string, onHeard: () => void): { stop(): Promise<void> } {
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

/** A pooler names a process when a client connects that is not the one in which its statements run. */
async function hasOwnSession(client: postgres.Sql): Promise<boolean> {
  const found = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return found[0]?.pid === found.state.pid;
}
