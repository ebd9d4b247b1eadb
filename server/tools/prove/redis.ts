import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { freePort } from "@/server/testing/hosts";
import { endAndWait, waitUntilAnswering } from "@/server/testing/programs";

export interface RedisServer {
  url: string;
  /** Ends Redis with kill -9, and starts it again without its data. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Debian's Redis without persistence. Throws if it is not installed. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const start = async () => {
    const child = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], {
      stdio: "ignore",
    });
    await waitUntilAnswering(child, "redis-server", () => isListening(port));
    return child;
  };
  let child: ChildProcess = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      child.kill("SIGKILL");
      await endAndWait(child);
      child = await start();
    },
    stop: () => endAndWait(child),
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
