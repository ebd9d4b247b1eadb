import { type ChildProcess, execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { verifySnippets } from "@/components/developers/verify-snippets";
import { db } from "@/db/client";
import { createEndpoint } from "@/server/notifications/create-endpoint";
import { allowLoopbackReceivers } from "@/server/notifications/loopback";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { freePort } from "@/server/testing/hosts";
import { BACKGROUND_WORK_MS } from "./background-work";
import { expect, test } from "./test";

/** Time in ms between the end of a sample that hangs and the end of its test, which then says how far the sample came. */
const TIME_TO_REPORT_MS = 10_000;

/** Program of each language, whether it is installed, and the names of its samples. */
const languages = {
  TypeScript: { command: process.execPath, there: true, firstHour: "first-hour.ts", mandates: "mandates.ts", season: "season.ts" },
  Python: { command: "python3", there: isThere("python3"), firstHour: "first_hour.py", mandates: "mandates.py", season: "season.py" },
  PHP: { command: "php", there: isThere("php"), firstHour: "first-hour.php", mandates: "mandates.php", season: "season.php" },
} as const;

for (const [language, { command, there, firstHour, mandates, season }] of Object.entries(languages)) {
  test.describe(`the samples in ${language}`, () => {
    test.skip(!there, `${command} is not on this machine`);

    test("go from a key to a verified notification and a paid invoice", async () => {
      test.setTimeout(120_000 + BACKGROUND_WORK_MS);
      const partner = await givenPartner({ isSandbox: true });
      const port = await freePort();
      // As in the service of these journeys.
      allowLoopbackReceivers();
      const { secret } = await createEndpoint(db, partner.actor, { url: `http://127.0.0.1:${port}/`, pacing: "real_time" });

      const said = await run(command, firstHour, partner, { WEBHOOK_SECRET: secret, PORT: String(port) });

      expect(said).toMatch(/^transmitted [0-9a-f]{40}\nnotified and verified\npaid, outstanding 0\n$/);
    });

    test("record mandates, say why two are refused, and follow each change", async () => {
      test.setTimeout(120_000 + BACKGROUND_WORK_MS);
      const said = await run(command, mandates, await givenPartner({ isSandbox: true }));
      expect(said.split("\n")).toEqual([
        ...["recorded NB-1", "refused NB-2 invalid_iban iban", "refused NB-3 invalid_signed_on signed_on"],
        ...["recorded NB-1", "recorded NB-2", "recorded NB-3"],
        ...["changed NB-1 valid", "changed NB-2 valid", "changed NB-3 valid"],
        ...["listed 3 of 3", "changed NB-1 withdrawn", ""],
      ]);
    });

    test("play a season to its end, fetch the bank's file of each day, and find all invoices paid", async () => {
      test.setTimeout(120_000 + 5 * BACKGROUND_WORK_MS);
      const said = await run(command, season, await givenPartner({ isSandbox: true }));
      expect(said).toMatch(/^(file \d{4}-\d\d-\d\d camt053 \d{3,} bytes\n){1,3}ended, outstanding 0\n$/);
    });
  });
}

test("the samples verify signatures as the portal describes", () => {
  for (const language of ["TypeScript", "Python", "PHP"] as const) {
    const [, ...lines] = verifySnippets[language].replace("<?php\n\n", "// \n").split(/\n(?=\/\/ body|# body|\/\/ \$body)/);
    const verifying = lines.length > 0 ? lines.join("\n") : verifySnippets[language];
    expect(readFileSync(pathOf(languages[language].firstHour), "utf8")).toContain(verifying.trim());
  }
});

function run(command: string, name: string, { apiKey }: GivenPartner, env: Record<string, string> = {}): Promise<string> {
  const ours = { ...process.env, BASE_URL: process.env.E2E_BASE_URL, API_KEY: apiKey, FORCE_COLOR: "0", ...env };
  return new Promise<string>((resolve, reject) => {
    const child: ChildProcess = execFile(
      command,
      [pathOf(name)],
      { env: ours, timeout: test.info().timeout - TIME_TO_REPORT_MS },
      (error, out, trouble) => {
        if (error) reject(new Error(`${error.message}\n${out}\n${trouble}`));
        else resolve(out);
      },
    );
    child.stdin?.end();
  });
}

function pathOf(name: string): string {
  return `docs/samples/${name}`;
}

function isThere(command: string): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}
