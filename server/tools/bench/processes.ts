import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findData } from "@/db/embedded/postgres-cluster";

/** CPU time that a server has used so far, with the processes that it supervises, in microseconds; as fine as the kernel's clock ticks of 10 ms. */
export function cpuMicroseconds(pid: number): number {
  return sum(withSupervised(pid), (each) => {
    const fields = readFileSync(`/proc/${each}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  });
}

/** Memory of a server with the processes that it supervises, in MiB. What they share, such as the runtime's program, counts once. */
export function residentMiB(pid: number): number {
  return Math.round(
    sum(withSupervised(pid), (each) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, "utf8"))?.[1])) / 1024,
  );
}

function withSupervised(pid: number): number[] {
  return [pid, ...childrenOf(pid).filter((child) => read(`/proc/${child}/cmdline`).includes("main.mjs"))];
}

/** Ids of the processes that a process has started and that run. */
export function childrenOf(pid: number): number[] {
  const isChild = (name: string) => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1]) === pid;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number);
}

/** Nothing of a process that has ended meanwhile, or of what is no process. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function sum(pids: number[], of: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + of(pid), 0);
}

/** Ids of the processes of a role that a supervisor has started. */
export function supervisedAs(role: string, supervisor: number): number[] {
  return withSupervised(supervisor).filter((pid) => pid !== supervisor && roleOf(pid) === role);
}

/** What the supervisor told the process to be; undefined if it has ended meanwhile. */
function roleOf(pid: number): string | undefined {
  return /main\.mjs\0(\w+)/.exec(read(`/proc/${pid}/cmdline`))?.[1];
}

/** The id of the Postgres whose data is in the folder. Throws while it is being started. */
export function readPostmaster(folder: string): number {
  return Number(readFileSync(join(findData(folder) ?? "", "postmaster.pid"), "utf8").split("\n")[0]);
}
