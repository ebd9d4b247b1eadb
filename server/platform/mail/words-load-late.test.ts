import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const services = ["platform", "tenancy", "billing", "bank", "messages", "notifications", "customer-page", "desk", "sandbox"];

/** Modules that compose mails; only they load the translations. */
const composing = ["list-development-mails", "mail-text", "say-in-mail", "send-mails", "compose-mail"].map(
  (name) => `server/platform/mail/${name}.ts`,
);

const files = services.flatMap((folder) =>
  readdirSync(`server/${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => `server/${folder}/${name}`),
);

const known = new Map<string, string[]>();

/** Returns the files of this project that a file imports when it is loaded. */
function importsOf(file: string): string[] {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

function readImports(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^(?:import(?! type)|export) [^;]*? from "((?:@|\.{1,2})\/[^"]+)";/gms)].flatMap(
    ([, specifier = ""]) => {
      const path = specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(file), specifier);
      return [path, `${path}.ts`, `${path}.tsx`].find((each) => /\.\w+$/.test(each) && existsSync(each)) ?? [];
    },
  );
}

/** Returns the files that are loaded with a file. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  for (const imported of importsOf(file)) {
    if (loaded.has(imported)) continue;
    loaded.add(imported);
    loadedBy(imported, loaded);
  }
  return loaded;
}

test("no service loads the words of mails: it queues a kind and values, and the sender composes them", () => {
  const queueing = files.filter((file) => !composing.includes(file));
  expect(queueing.length).toBeGreaterThan(300);
  const loading = queueing.filter((file) => [...loadedBy(file)].some((each) => each.startsWith("server/platform/mail/translations/")));
  expect(loading).toEqual([]);
  expect([...loadedBy("server/platform/mail/send-mails.ts")]).toContain("server/platform/mail/translations/de/mails.json");
});

test("no service imports a module while it works, but for the sender itself", () => {
  const importing = files.filter((file) => /(?<!typeof )\bimport\(/.test(readFileSync(file, "utf8")));
  expect(importing).toEqual(["server/platform/mail/send-mails-soon.ts"]);
});
