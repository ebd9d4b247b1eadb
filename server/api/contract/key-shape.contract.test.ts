import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { db } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import { prepareDemo } from "@/server/demo/demo";
import { hashSecret } from "@/server/platform/hash-secret";
import { newId } from "@/server/platform/id";
import { fromNewAddress } from "@/server/testing/addresses";
import { call } from "@/server/testing/client";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { TEST_ENCRYPTION_KEY, TEST_SECRET } from "@/server/testing/hosts";
import { outcome } from "@/server/testing/replies";
import { createCallerFactory } from "@/server/trpc/init";
import { appRouter } from "@/server/trpc/router";

const callerFor = createCallerFactory(appRouter);

async function callerOf(partner: GivenPartner) {
  const { person } = await givenMember(partner, { role: "administrator" });
  return callerFor({ db, person, requestId: null });
}

/** Creates a key as an operator would. */
async function byManage(partner: GivenPartner): Promise<string> {
  const command = [".next/service/manage.mjs", "api-key:create", "--partner", partner.id];
  const secrets = { AUTH_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, PUBLIC_URL: "http://127.0.0.1:3000" };
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...process.env, NODE_ENV: "production", ...secrets } });
  return (JSON.parse(stdout) as { api_key: string }).api_key;
}

/** Creates a key as the demo does. The demo writes it beside the embedded database, below the working folder. */
async function byDemo(partner: GivenPartner): Promise<string> {
  await givenInvoice(partner);
  const [home, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), "demo-"))];
  onTestFinished(() => {
    process.chdir(home);
    rmSync(folder, { recursive: true });
  });
  mkdirSync(resolve(folder, ".data"));
  writeFileSync(resolve(folder, ".data/demo.json"), JSON.stringify({ partnerId: partner.id }));
  process.chdir(folder);
  const demo = await prepareDemo(db, () => {});
  return demo?.key ?? "";
}

describe("a new key", () => {
  test.each([
    ["by the operator's command", byManage],
    ["in the portal", async (partner: GivenPartner) => (await (await callerOf(partner)).keys.create({ name: "Billing" })).key],
    [
      "in the portal in place of another",
      async (partner: GivenPartner) => {
        const caller = await callerOf(partner);
        const { id: keyId } = await caller.keys.create({ name: "Billing" });
        return (await caller.keys.roll({ keyId, overlapHours: 0 })).key;
      },
    ],
    ["for the demo", byDemo],
  ])("made %s is 64 hexadecimal characters with marker and checksum, and opens the interface", async (_, make) => {
    const partner = await givenPartner();

    const key = await make(partner);

    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(key).toMatch(/^1c5b1115/);
    expect(key.slice(56)).toBe(crc32(key.slice(0, 56)).toString(16).padStart(8, "0"));
    const { id } = await givenCompany(partner);
    expect(outcome(await call("GET", `/companies/${id}`, { key }))).toBe("200");
  });

  test("with a wrong checksum counts as a failed authentication, like any unknown key", async () => {
    const { apiKey } = await givenPartner();
    const mistyped = apiKey.slice(0, 30) + (apiKey[30] === "0" ? "1" : "0") + apiKey.slice(31);

    const reply = await call("GET", "/companies", { key: mistyped, headers: fromNewAddress() });

    expect(outcome(reply)).toBe("401 invalid_api_key");
    expect(reply.headers.get("www-authenticate")).toBe("ApiKey");
  });
});

test.each([
  ["with ics_", `ics_${newId().repeat(2).slice(0, 64)}`],
  ["without a marker", newId().repeat(2).slice(0, 64)],
  ["without a marker, but beginning with it by chance", `1c5b1115${newId().repeat(2).slice(0, 56)}`],
])("an older key %s stays valid", async (_, key) => {
  const partner = await givenPartner();
  const { id } = await givenCompany(partner);
  await db.insert(apiKeys).values({ partnerId: partner.id, id: newId(), name: "Older", hash: hashSecret(key), createdAt: new Date() });

  expect(outcome(await call("GET", `/companies/${id}`, { key }))).toBe("200");
  expect(outcome(await call("GET", `/companies/${id}?api_key=${key}`))).toBe("200");
});
