import { connect as connectTo, createServer, type Socket } from "node:net";

/** A connection to the database on which the answer to a commit never returns. */
export interface CommitSwallower {
  /** Address of the database through this connection. */
  url: string;
  /** Settles when the database has committed and the client was not told. */
  swallowed: Promise<void>;
  close(): void;
}

/**
 * Forwards everything between a process and its database until the database has committed a transaction with this piece of SQL. The answer
 * to that commit is withheld: a process that is killed then dies between commit and answer. Commits on the process's other connections,
 * such as those of its timers, are forwarded.
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
    const sawStatement = watchFor(statement);
    // Recognised by the answer alone: the driver sends a commit's text once per connection, and afterwards only its name.
    const sawCommitted = watchFor("COMMIT\0");
    let isMeant = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    client.on("data", (data) => {
      isMeant ||= sawStatement(data);
      database.write(data);
    });
    database.on("data", (data) => {
      if (sawCommitted(data) && isMeant) tell();
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

/** Returns a function that says whether its data completes the word, which may arrive in two pieces. */
function watchFor(word: string): (data: Buffer) => boolean {
  let end = "";
  return (data) => {
    const seen = end + data.toString("latin1");
    end = seen.slice(1 - word.length);
    return seen.includes(word);
  };
}
