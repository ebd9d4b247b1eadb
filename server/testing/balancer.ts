import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "./hosts";
import { endAndWait, waitUntilAnswering } from "./programs";

export interface Balancer {
  baseUrl: string;
  stop(): Promise<void>;
}

interface Options {
  /** Whether clients may state their own address, as tests do. */
  believesClients?: boolean;
}

/** Starts Debian's HAProxy with the configuration of `deploy/haproxy`, on this machine and without TLS. Throws if it is not installed. */
export async function startBalancer(
  folder: string,
  ports: Record<"interface" | "pages", number[]>,
  { believesClients = false }: Options = {},
): Promise<Balancer> {
  const port = await freePort();
  const example = readFileSync(resolve("deploy/haproxy/haproxy.cfg"), "utf8");
  const servers = (of: number[]) => of.map((each) => `  server at-${each} 127.0.0.1:${each}`).join("\n");
  const text = example
    .replace(/^ {2}bind :80\n/m, "")
    .replace(/^ {2}bind :443.*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^ {2}http-request redirect scheme https.*\n/m, "")
    .replace(/^ {2}http-request set-header X-Forwarded-For .*\n/m, believesClients ? "" : "$&")
    .replaceAll(/(?:^ {2}server .*:3001\n?)+/gm, `${servers(ports.interface)}\n`)
    .replaceAll(/(?:^ {2}server .*:3002\n?)+/gm, `${servers(ports.pages)}\n`);
  const baseUrl = `http://127.0.0.1:${port}`;
  const child = await startHaproxy(folder, { name: `haproxy-${port}.cfg`, text }, async () => (await fetch(`${baseUrl}/api/ready`)).ok);
  return { baseUrl, stop: () => endAndWait(child) };
}

/** Starts HAProxy with this configuration and waits until it answers. Throws if it is not installed. */
export async function startHaproxy(
  folder: string,
  { name, text }: { name: string; text: string },
  answers: () => Promise<boolean>,
): Promise<ChildProcess> {
  const file = join(folder, name);
  writeFileSync(file, text);
  const child = spawn("haproxy", ["-f", file], { stdio: "ignore" });
  await waitUntilAnswering(child, "haproxy", answers);
  return child;
}
