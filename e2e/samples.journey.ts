import { type ChildProcess, execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { verifySnippets } from "@/components/developers/verify-snippets";
import { db } from "@/db/client";
import { createEndpoint } from "@/server/notifications/create-endpoint";
import { allowLoopbackReceivers } from "@/server/notifications/loopback";
import { givenPartner } from "@/server/testing/given";
import { freePort } from "@/server/testing/hosts";
import { BACKGROUND_WORK_MS } from "./background-work";
import { expect, test } from "./test";

/** Program of each sample, and whether it is installed. */
const samples = {
  TypeScript: { file: "docs/samples/first-hour.ts", command: process.execPath, there: true },
  Python: { file: "docs/samples/first_hour.py", command: "python3", there: isThere("python3") },
  PHP: { file: "docs/samples/first-hour.php", command: "php", there: isThere("php") },
} as const;

for (const [language, { file, command, there }] of Object.entries(samples)) {
  test(`the sample in ${language} goes from a key to a verified notification and a paid invoice`, async () => {
    test.skip(!there, `${command} is not on this machine`);
    test.setTimeout(120_000 + BACKGROUND_WORK_MS);
    const partner = await givenPartner({ isSandbox: true });
    const port = await freePort();
    // As in the service of these journeys.
    allowLoopbackReceivers();
    const { secret } = await createEndpoint(db, partner.actor, { url: `http://127.0.0.1:${port}/`, pacing: "real_time" });

    const said = await run(command, [file], {
      ...process.env,
      BASE_URL: process.env.E2E_BASE_URL,
      API_KEY: partner.apiKey,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
      FORCE_COLOR: "0",
    });

    expect(said).toMatch(/^transmitted [0-9a-f]{40}\nnotified and verified\npaid, outstanding 0\n$/);
  });
}

test("the samples verify signatures as the portal describes", () => {
  for (const language of ["TypeScript", "Python", "PHP"] as const) {
    const [, ...lines] = verifySnippets[language].replace("<?php\n\n", "// \n").split(/\n(?=\/\/ body|# body|\/\/ \$body)/);
    const verifying = lines.length > 0 ? lines.join("\n") : verifySnippets[language];
    expect(readFileSync(samples[language].file, "utf8")).toContain(verifying.trim());
  }
});

function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const child: ChildProcess = execFile(command, args, { env, timeout: 110_000 }, (error, out, trouble) => {
      if (error) reject(new Error(`${error.message}\n${out}\n${trouble}`));
      else resolve(out);
    });
    child.stdin?.end();
  });
}

function isThere(command: string): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}
