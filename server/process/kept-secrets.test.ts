import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { encryptionKeys, forgetEnv, givenEnvironment } from "@/server/env";
import { giveKeptSecrets } from "./kept-secrets";

const before = process.cwd();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ics-kept-"));
  mkdirSync(join(folder, ".data"));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
  forgetEnv();
});

/** Simulates the start of a process with these variables. */
function start(given: Record<string, string> = {}): Record<string, string | undefined> {
  for (const name of ["AUTH_SECRET", "ENCRYPTION_KEY"]) vi.stubEnv(name, given[name] ?? "");
  giveKeptSecrets(givenEnvironment());
  const { AUTH_SECRET, ENCRYPTION_KEY } = process.env;
  return { AUTH_SECRET, ENCRYPTION_KEY };
}

test("a secret that is not configured is created once, and reused at the next start", () => {
  const first = start();
  expect(start()).toEqual(first);
  expect(first.AUTH_SECRET).not.toBe(first.ENCRYPTION_KEY);
  for (const name of ["auth-secret", "encryption-key"]) expect(statSync(join(".data", name)).mode & 0o777).toBe(0o600);
});

test("the created key encrypts", () => {
  start();
  forgetEnv();
  expect(encryptionKeys()).toEqual([{ id: "1", key: Buffer.from(readFileSync(".data/encryption-key", "utf8"), "hex") }]);
});

test("a configured secret is kept, and none is created", () => {
  const given = { AUTH_SECRET: "x".repeat(32), ENCRYPTION_KEY: `a:${"0".repeat(64)}` };
  expect(start(given)).toEqual(given);
  expect(() => statSync(".data/auth-secret")).toThrow("ENOENT");
  expect(() => statSync(".data/encryption-key")).toThrow("ENOENT");
});
