import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { documentedVariables, forgetEnv, givenEnvironment } from "@/server/env";
import { checkServiceEnvironment } from "./check-environment";
import { roles } from "./roles";

const folder = resolve("deploy");
const kubernetes = readdirSync(join(folder, "kubernetes")).map((name) => `kubernetes/${name}`);
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/** Variables for other programs. */
const notOurs = new Set(["NODE_EXTRA_CA_CERTS", "POSTGRES_PASSWORD", "OWNER_PASSWORD", "APP_PASSWORD"]);

/** Returns the variables in the files with their values; secrets get invented ones. */
function variablesIn(...files: string[]): [string, string][] {
  const found = files.flatMap((name) => [...read(name).matchAll(/\b([A-Z][A-Z_]{3,}): (?:"([^"]*)"|([^\s,}][^\s,]*))/g)]);
  return found.map(([, name = "", quoted, plain = ""]) => [name, invented(name, quoted ?? plain)]);
}

function invented(name: string, value: string): string {
  if (/\$\{|chosen-by-you$/.test(value) && name in samples) return samples[name as keyof typeof samples];
  return value.replaceAll(/\$\{\w+:\?\}/g, "chosen-by-you");
}

const secret = "0123456789abcdef".repeat(4);
const samples = {
  PUBLIC_URL: "https://collection.example",
  AUTH_SECRET: secret,
  ENCRYPTION_KEY: secret,
  METRICS_SECRET: "fedcba9876543210".repeat(4),
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "no-reply@collection.example",
};

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

test.each([
  ["compose.yaml", ["compose.yaml"]],
  ["kubernetes", kubernetes],
])("the service starts with the variables of deploy/%s, and knows all of them", (_, files) => {
  const variables = variablesIn(...files).filter(([name]) => !notOurs.has(name));
  const known = documentedVariables().map(({ name }) => name);
  expect(variables.length).toBeGreaterThan(9);
  expect(variables.filter(([name]) => !known.includes(name))).toEqual([]);
  vi.stubEnv("NODE_ENV", "production");
  for (const name of known) vi.stubEnv(name, undefined);
  for (const [name, value] of variables) vi.stubEnv(name, value);
  forgetEnv();
  expect(() => checkServiceEnvironment(givenEnvironment())).not.toThrow();
});

test.each([
  ["compose.yaml", ["compose.yaml"]],
  ["kubernetes", kubernetes],
])("deploy/%s runs every role, and migrates", (_, files) => {
  const text = files.map(read).join("\n");
  const started = [...text.matchAll(/start\.mjs, --only, (\w+)\]/g)].map(([, role]) => role);
  expect([...new Set(started)].sort()).toEqual([...roles].sort());
  expect(text).toContain('manage.mjs, "db:migrate"]');
});

test("every file of deploy/kubernetes is applied", () => {
  const named = [...read("kubernetes/kustomization.yaml").matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, name]) => `kubernetes/${name}`);
  const there = kubernetes.filter((name) => !name.endsWith("kustomization.yaml")).map((name) => name.replace(".example", ""));
  expect(named.sort()).toEqual(there.sort());
});

test("the image's files belong to root, without development packages and secret files", () => {
  const [, delivered = ""] = readFileSync("Dockerfile", "utf8").split(/^FROM .*\n(?![\s\S]*^FROM )/m);
  expect(readFileSync("Dockerfile", "utf8")).toMatch(/^RUN npm run build && npm prune --omit=dev\b/m);
  expect(delivered).toMatch(/^COPY --from=build \/service /m);
  expect(delivered).toMatch(/^USER node$/m);
  expect(delivered).not.toMatch(/--chown|^RUN chown/m);
  expect(readFileSync(".dockerignore", "utf8").split("\n")).toContain("**/.env*");
});

test("the workflow may only read, and checks delivered packages for known vulnerabilities", () => {
  const workflow = readFileSync(".github/workflows/ci.yml", "utf8");
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\S/m);
  expect(workflow).toMatch(/npm audit --omit=dev/);
});
