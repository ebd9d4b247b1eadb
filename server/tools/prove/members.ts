import { setTimeout as wait } from "node:timers/promises";
import { SECOND_MS } from "@/server/domain/formats/time";
import type { Role } from "@/server/process/roles";
import { freePort, type Host, startProductionProcess } from "@/server/testing/hosts";

/** Two processes of each role, as on two hosts. */
const ROLES: readonly Role[] = ["api", "api", "pages", "pages", "work", "work"];
/** Time until the balancer sends its share to a restarted process again. */
const BACK_IN_MS = 2.5 * SECOND_MS;

export interface Member {
  role: Role;
  port: number;
  /** Ends the process like a service manager, and starts it again. */
  restart(): Promise<void>;
  /** Ends the process with kill -9, and starts it again. */
  kill(): Promise<void>;
}

export interface Members {
  all: readonly Member[];
  portsOf(role: Role): number[];
  /** Restarts one process after the other, like a deploy. */
  deploy(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service as processes of one role each, which write their logs into the folder. */
export async function startMembers(folder: string, environment: Record<string, string>): Promise<Members> {
  const hosts = new Map<Member, Host>();
  const all: Member[] = [];
  for (const role of ROLES) {
    const port = await freePort();
    const start = () => startProductionProcess(folder, { ...environment, PORT: String(port) }, ["--only", role]);
    const member: Member = {
      role,
      port,
      restart: async () => {
        await hosts.get(member)?.stop();
        hosts.set(member, await start());
      },
      kill: async () => {
        hosts.get(member)?.kill();
        hosts.set(member, await start());
      },
    };
    hosts.set(member, await start());
    all.push(member);
  }
  return {
    all,
    portsOf: (role) => all.filter((member) => member.role === role).map(({ port }) => port),
    deploy: async () => {
      for (const member of all) {
        await member.restart();
        if (member.role !== "work") await wait(BACK_IN_MS);
      }
    },
    stop: async () => void (await Promise.all([...hosts.values()].map((host) => host.stop()))),
  };
}
