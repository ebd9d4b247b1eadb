import { existsSync, mkdirSync, utimesSync } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newId } from "@/server/platform/id";
import { inPieces } from "@/server/testing/statement-files";
import { readReceivedFile } from "./read-received-file";
import { receiveFile } from "./receive-file";
import { StatementRefusal } from "./statement";

const reading = () => ({ partnerId: newId(), layouts: {}, latestDay: "2027-11-25" });

/** Whether any process of this user has a file open in this folder. */
async function isOpen(path: string): Promise<boolean> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const open = await Promise.all(
    processes.map(async (pid) => {
      const numbers = await readdir(`/proc/${pid}/fd`).catch(() => []);
      return Promise.all(numbers.map((number) => readlink(`/proc/${pid}/fd/${number}`).catch(() => "")));
    }),
  );
  return open.flat().some((name) => name.startsWith(path));
}

test.runIf(process.platform === "linux")("a file that is refused halfway is closed and removed", async () => {
  const long = `:20:M1\r\n:25:NL91ABNA0417164300\r\n:60F:nonsense\r\n${"x".repeat(1_000_000)}`;
  const columns = `Date;Text;Amount\n${"2026-11-25;Coffee;1.00\n".repeat(100_000)}`;
  for (const file of [long, columns]) {
    let path = "";
    const refused = receiveFile(inPieces(file), (received) => {
      path = received.path;
      return readReceivedFile(received, reading());
    });
    await expect(refused).rejects.toBeInstanceOf(StatementRefusal);
    await expect.poll(() => isOpen(path)).toBe(false);
    expect(existsSync(join(path, ".."))).toBe(false);
  }
});

test("the next file removes those that a killed process left in the temporary folder; recent ones stay", async () => {
  const folders = [30, 1].map((minutes) => {
    const folder = join(tmpdir(), `ics-statement-${newId()}`);
    mkdirSync(folder);
    const at = Date.now() / 1_000 - minutes * 60;
    utimesSync(folder, at, at);
    return folder;
  });
  await receiveFile(inPieces("a"), async () => {});
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true]);
});
