import { readdirSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { statementFiles } from "@/db/schema/bank-statements";
import { newId } from "@/server/platform/id";
import { givenBankingCompany, receivedFile } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile } from "@/server/testing/statement-files";
import { readReceivedFile } from "./read-received-file";
import type { StatementPart } from "./statement";

const IBAN = "NL91ABNA0417164300";
const reading = () => ({ partnerId: newId(), layouts: {}, latestDay: "2027-11-25" });

test("the sums and parts are those of the file, without announced entries", async () => {
  const entries = [
    { cents: 4_500, text: "Zoë" },
    { cents: 700, status: "PDNG" },
    { cents: 300, batch: [{ cents: 100 }, { cents: 200 }] },
  ];
  const file = receivedFile(camtFile([{ iban: IBAN, entries }]));
  const { statements, parts } = await readReceivedFile(file, reading());
  expect(statements).toMatchObject([{ account: IBAN, creditedCents: 4_800, announced: 1, openingCents: 100_000 }]);
  const kept: StatementPart[] = [];
  for await (const part of parts()) kept.push(part);
  expect(kept.map((part) => (part.kind === "entry" ? part.entry.amountCents : part.kind))).toEqual(["statement", 4_500, 300, "end"]);
  expect(kept[1]).toMatchObject({ entry: { transactions: [{ text: "Zoë", name: "Ada Brandsma" }] } });
});

test("a refusal names its line, element, reason and balances", async () => {
  const file = receivedFile(camtFile([{ iban: IBAN, closing: 1, entries: [{ cents: 1 }] }]));
  await expect(readReceivedFile(file, reading())).rejects.toMatchObject({
    ...{ name: "StatementRefusal", reason: "does_not_add_up", line: 4 },
    sum: { openingCents: 100_000, bookedCents: 1, closingCents: 1 },
  });
});

/** Ids of the processes that read files for this one. */
function readers(): number[] {
  const isReader = (pid: string) => {
    try {
      const isOurs = new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(readFileSync(`/proc/${pid}/status`, "utf8"));
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--max-old-space-size=256");
    } catch {
      return false;
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isReader(name))
    .map(Number);
}

test.runIf(process.platform === "linux")(
  "if its reader dies, a file is refused, nothing of it is stored, and the next one is read",
  async () => {
    const { partner, iban, store } = await givenBankingCompany();
    const entries = Array.from({ length: 20_000 }, (_, index) => ({ cents: 100 + index, bankReference: `B${index}` }));
    await store(mt940File({ iban, entries: [{ cents: 1 }] }));
    const stored = store(camtFile([{ iban, id: "S2", entries }])).catch((error: unknown) => error);
    await expect
      .poll(
        async () => {
          for (const pid of readers()) process.kill(pid, "SIGKILL");
          return Promise.race([stored, new Promise((resolve) => setTimeout(resolve, 50))]);
        },
        { timeout: 20_000, interval: 100 },
      )
      .toMatchObject({ reason: "not_readable", element: "file" });
    expect(await db.$count(statementFiles, eq(statementFiles.partnerId, partner.id))).toBe(1);
    expect(await store(mt940File({ iban, id: "9/1", entries: [{ cents: 2 }] }))).toMatchObject({ isRepeated: false });
  },
);
