import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findData } from "@/db/embedded/postgres-cluster";

/** Returns the CPU time of a server and its supervised processes so far, in microseconds, with the kernel's resolution of 10 ms. */
export function cpuMicroseconds(pid: number): number {
  return sum(withSupervised(pid), (each) => {
    const fields = readFileSync(`/proc/${each}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  });
}

/** Returns the memory of a server and its supervised processes, in MiB. Shared memory counts once. */
export function residentMiB(pid: number): number {
  return Math.round(
    sum(withSupervised(pid), (each) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, "utf8"))?.[1])) / 1024,
  );
}

function withSupervised(pid: number): number[] {
  return [pid, ...childrenOf(pid).filter((child) => read(`/proc/${child}/cmdline`).includes("main.mjs"))];
}

/** Returns the ids of a process's running children. */
export function childrenOf(pid: number): number[] {
  const isChild = (name: string) => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1]) === pid;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number);
}

/** Reads a file of /proc; empty if the process has ended. */
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

/** Returns the ids of a role's processes under a supervisor. */
export function supervisedAs(role: string, supervisor: number): number[] {
  return withSupervised(supervisor).filter((pid) => pid !== supervisor && roleOf(pid) === role);
}

/** Returns the role of a supervised process; undefined if it has ended. */
function roleOf(pid: number): string | undefined {
  return /main\.mjs\0(\w+)/.exec(read(`/proc/${pid}/cmdline`))?.[1];
}

/** Returns the process id of the Postgres with this data folder. Throws while it is starting. */
export function readPostmaster(folder: string): number {
  return Number(readFileSync(join(findData(folder) ?? "", "postmaster.pid"), "utf8").split("\n")[0]);
}
