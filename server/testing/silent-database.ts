import type { Socket } from "node:net";
import { type WayToDatabase, wayToDatabase } from "./way-to-database";

/** A way to the database that can fall silent, as when packets are lost: nothing arrives, and no error is reported. */
export interface SilentWay extends WayToDatabase {
  fallSilent(): void;
  /** Silences only the current connections. */
  loseConnections(): void;
  /** Delivers everything that was held back. */
  speakAgain(): void;
}

export async function wayThatFallsSilent(databaseUrl: string): Promise<SilentWay> {
  const sockets = new Set<Socket>();
  let silent = false;
  const way = await wayToDatabase(databaseUrl, (client, database) => {
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => to.write(data));
      if (silent) from.pause();
    }
  });
  return {
    ...way,
    fallSilent: () => {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    loseConnections: () => {
      for (const socket of sockets) socket.pause();
    },
    speakAgain: () => {
      silent = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
