import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backUp, restore } from "./pgbackrest";

// Tests with a stand-in; `npm run prove -- backup` tests the real pgBackRest.

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ics-pgbackrest-"));
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const backups = [
  {
    label: "20261101-000000F",
    type: "full",
    timestamp: { stop: Date.parse("2026-11-01T00:10:00Z") / 1_000 },
    annotation: { "encryption-keys": "1" },
  },
  {
    label: "20261101-000000F_20261102-000000I",
    type: "incr",
    timestamp: { stop: Date.parse("2026-11-02T00:10:00Z") / 1_000 },
    annotation: { "encryption-keys": "1 2" },
  },
];

/** A program with that name, which records its arguments and lists these backups. */
function givenProgram({ refusing = "" } = {}): () => string[] {
  const info = JSON.stringify([{ name: "x", backup: backups }]);
  const refusal = `case "$*" in *" ${refusing}") echo "ERROR: [055]: it is broken" >&2; exit 55;; esac`;
  const file = join(folder, "pgbackrest");
  writeFileSync(
    file,
    `#!/bin/sh\necho "$*" >> ${folder}/told\n${refusing ? refusal : ""}\ncase "$*" in *" info") cat <<'END'\n${info}\nEND\nesac\n`,
  );
  chmodSync(file, 0o755);
  return () => readFileSync(join(folder, "told"), "utf8").trim().split("\n");
}

test("a backup records the ids of the keys it needs", async () => {
  const told = givenProgram();
  expect(await backUp("club", "incr", ["1", "2"])).toMatchObject({ type: "incr", encryptionKeys: ["1", "2"] });
  expect(told()[0]).toMatch(/^--stanza=club .*--type=incr --annotation=encryption-keys=1 2 backup$/);
});

test("a restore starts from the last backup before the time, and names its keys", async () => {
  const told = givenProgram();
  const into = join(folder, "restored");
  expect(await restore("club", into, new Date("2026-11-01T12:00:00Z"))).toMatchObject({ label: "20261101-000000F", encryptionKeys: ["1"] });
  expect(told().at(-1)).toContain(
    `--pg1-path=${into} --set=20261101-000000F --archive-mode=off --type=time --target=2026-11-01 12:00:00.000+00`,
  );
  expect(await restore("club", into, undefined)).toMatchObject({ label: backups[1]?.label });
});

test("nothing is restored into a folder with contents, or to a time before the first backup", async () => {
  const told = givenProgram();
  mkdirSync(join(folder, "in-use"));
  writeFileSync(join(folder, "in-use", "PG_VERSION"), "18");
  await expect(restore("club", join(folder, "in-use"), undefined)).rejects.toThrow("is not empty");
  await expect(restore("club", join(folder, "new"), new Date("2026-10-01T00:00:00Z"))).rejects.toThrow("No backup ended before");
  expect(told().filter((line) => line.endsWith(" restore"))).toEqual([]);
});

test("pgBackRest's errors are passed on, and so is the error that it is not installed", async () => {
  givenProgram({ refusing: "backup" });
  await expect(backUp("club", "full", [])).rejects.toThrow("pgBackRest failed at backup: ERROR: [055]: it is broken");
  vi.stubEnv("PATH", join(folder, "nothing"));
  await expect(backUp("club", "full", [])).rejects.toThrow("not installed here");
});
