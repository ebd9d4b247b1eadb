import { connect, createServer, type Socket } from "node:net";
import { freePort } from "@/server/testing/hosts";

/** A network to a port on this machine, that can be cut. */
export interface Link {
  port: number;
  /** From now on nothing gets through, in neither direction, and nobody is told. */
  cut(): void;
  /** What was sent meanwhile arrives. */
  mend(): void;
  close(): void;
}

export async function linkTo(target: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    if (isCut) from.pause();
    from.on("data", (chunk) => {
      if (!to.write(chunk)) from.pause();
    });
    to.on("drain", () => isCut || from.resume());
    from.on("end", () => to.end());
    from.on("error", () => {});
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const other = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    join(socket, other);
    join(other, socket);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
