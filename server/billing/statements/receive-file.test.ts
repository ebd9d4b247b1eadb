import { readdir, readlink } from "node:fs/promises";
import { expect, test } from "vitest";
import { checkStatement } from "./check-statement";
import { receiveFile } from "./receive-file";
import { StatementRefusal } from "./statement";

/** The files of statements that this process has open. */
async function openFiles(): Promise<string[]> {
  const names = await Promise.all((await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return names.filter((name) => name.includes("ics-statement-"));
}

test.runIf(process.platform === "linux")("a file that is refused amid its reading is not left open", async () => {
  const long = [Buffer.from(`:20:M1\r\n:25:NL91ABNA0417164300\r\n:60F:nonsense\r\n${"x".repeat(1_000_000)}`)];
  const columns = [Buffer.from(`Date;Text;Amount\n${"2026-11-25;Coffee;1.00\n".repeat(100_000)}`)];
  for (const pieces of [long, columns]) {
    const refused = receiveFile(
      (async function* () {
        yield* pieces;
      })(),
      ({ read }) => checkStatement(read()),
    );
    await expect(refused).rejects.toBeInstanceOf(StatementRefusal);
  }
  await expect.poll(openFiles).toEqual([]);
});
