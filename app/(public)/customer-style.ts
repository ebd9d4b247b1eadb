import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { COPY_SCRIPT } from "@/server/customer-page/document/transfer";

interface Style {
  text: string;
  /** Hash of the style for a Content-Security-Policy. */
  source: string;
}

/** Hash of the customer's page's only script, for a Content-Security-Policy. */
export const copyScriptSource = hashSource(COPY_SCRIPT);

let style: Promise<Style> | undefined;

/**
 * Returns the style sheet that is embedded in the customer's page: the portal's tokens and the page's own rules. Read once per process, and
 * again after a failure.
 */
export function customerStyle(): Promise<Style> {
  style ??= readStyle().catch((error: unknown) => {
    style = undefined;
    throw error;
  });
  return style;
}

async function readStyle(): Promise<Style> {
  const theme = await readFile(join(process.cwd(), "components/ui/page/theme.css"), "utf8");
  const rules = await readFile(join(process.cwd(), "server/customer-page/document/customer-page.css"), "utf8");
  // Turns Tailwind's theme into plain CSS: the tokens stay, as properties of the root, and resets such as `--color-*: initial` go.
  const tokens = theme.replace("@theme static {", ":root {").replace(/^ *--[\w-]+-\*: initial;$/gm, "");
  const text = withoutCommentsAndIndents(tokens + rules);
  return { text, source: hashSource(text) };
}

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function withoutCommentsAndIndents(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\n\s*/g, "\n");
}
