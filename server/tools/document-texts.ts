import { createHash } from "node:crypto";
import { routes } from "@/app/api/v2/routes";
import { describeInterface } from "@/server/api/openapi";
import { documentedVariables } from "@/server/env";

// Documents generated from the code. `npm run documents` writes them, and a test compares them with the files.

export const OPENAPI_FILE = "docs/openapi.json";

/** Returns each document's text by its path from the project's root. */
export function documents(): Record<string, string> {
  return {
    [OPENAPI_FILE]: `${JSON.stringify(describeFrozenInterface(), null, 2)}\n`,
    "docs/configuration.md": configuration(),
    ".env.example": exampleEnvironment(),
  };
}

/** Returns the interface's description without the address of any real installation. */
export function describeFrozenInterface(): object {
  return { ...describeInterface(routes), servers: [{ url: "https://collection.example/api/v2" }] };
}

function configuration(): string {
  const rows = documentedVariables().map(({ name, shownDefault, description }) => `| \`${name}\` | ${shownDefault} | ${description} |`);
  return [
    "# Configuration",
    "",
    "The service is configured by environment variables. With the embedded database, everything has a default. A wrong value stops the start with one line that",
    "names the variable, but not its value. `.env.example` lists the same variables.",
    "",
    "| variable | default | |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

function exampleEnvironment(): string {
  const entries = documentedVariables().map(
    ({ name, plainDefault, description }) => `# ${description.replaceAll("`", "")}\n${plainDefault ? "" : "# "}${name}=${plainDefault}\n`,
  );
  return ["# Every variable with its default; see docs/configuration.md.\n", ...entries].join("\n");
}

/**
 * Returns incompatible changes of the interface, as paths within the document. Descriptions and examples may change; anything except
 * required fields, parameters and bodies may be added; a required parameter may become optional.
 */
export function differencesBesidesAdditions(was: unknown, is: unknown, path = ""): string[] {
  if (Array.isArray(was)) {
    if (!Array.isArray(is)) return [path];
    const isRequired = path.endsWith("/required");
    const isMetBy = (item: unknown, other: unknown) => differencesBesidesAdditions(item, other).length === 0;
    const isMissing = was.some((item) => !is.some((other) => isMetBy(item, other)));
    const demandsMore = is.some((other) => isRequiredPart(other) && !was.some((item) => isMetBy(item, other)));
    return isMissing || demandsMore || (isRequired && is.length !== was.length) ? [path] : [];
  }
  if (typeof was === "object" && was !== null) {
    if (typeof is !== "object" || is === null) return [path];
    const now: Record<string, unknown> = { ...is };
    const demands = Object.entries(now).filter(([name, value]) => !Object.hasOwn(was, name) && isDemand(name, value));
    const changed = Object.entries(was).flatMap(([name, value]) =>
      isProse(name, value) ? [] : differencesBesidesAdditions(value, now[name], `${path}/${name}`),
    );
    return [...changed, ...demands.map(([name]) => `${path}/${name}`)];
  }
  const isNoLongerRequired = path.endsWith("/required") && was === true && is === false;
  return was === is || isNoLongerRequired ? [] : [path];
}

/**
 * Whether an added entry requires callers to send more. A field of the interface may have the same name, but then its value is a schema.
 */
function isDemand(name: string, value: unknown): boolean {
  if (name === "required") return value === true || (Array.isArray(value) && value.length > 0);
  if (name === "parameters") return Array.isArray(value) && value.some(isRequiredPart);
  return name === "requestBody" && isRequiredPart(value);
}

/** Whether a parameter or a body is required. */
function isRequiredPart(part: unknown): boolean {
  return typeof part === "object" && part !== null && "required" in part && part.required === true;
}

/** Returns the interface's fingerprint: 12 hexadecimal characters that change with anything except explanations. */
export function interfaceFingerprint(): string {
  const text = JSON.stringify(describeFrozenInterface(), (_, value) => withoutProse(value));
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function withoutProse(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name, inside]) => !isProse(name, inside)));
}

/**
 * Whether an entry only explains the interface. A field of the interface may have the same name, but then its value is a schema and not a
 * text.
 */
function isProse(name: string, value: unknown): boolean {
  return ["example", "examples"].includes(name) || (["description", "summary"].includes(name) && typeof value === "string");
}
