import { connect as connectTo, createServer, type Socket } from "node:net";

/** A way to the database on which the answer to a commit never comes back. */
export interface CommitSwallower {
  /** The database's address, by this way. */
  url: string;
  /** Settles when the database has committed something and nobody was told. */
  swallowed: Promise<void>;
  close(): void;
}

/**
 * Passes everything on between a process and its database until the process has asked for a commit of what holds this piece of SQL, and keeps
 * the database's answer to it. Kill the process then, and it dies between commit and answer. Its timers commit as they please.
 */
export async function swallowCommits(databaseUrl: string, statement: string): Promise<CommitSwallower> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let tell = () => {};
  const swallowed = new Promise<void>((resolve) => {
    tell = resolve;
  });

  const server = createServer((client) => {
    const database = connectTo(Number(port), hostname);
    let isMeant = false;
    let committing = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    client.on("data", (data) => {
      isMeant ||= data.includes(statement);
      committing ||= isMeant && data.includes("commit\0");
      database.write(data);
    });
    database.on("data", (data) => {
      if (committing && data.includes("COMMIT\0")) tell();
      else client.write(data);
    });
    client.on("close", () => database.destroy());
    database.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no address");
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${address.port}` }).href,
    swallowed,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
