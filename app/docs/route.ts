import { describeInterface } from "@/server/api/openapi";
import type { Described } from "@/server/api/reference/described";
import { referencePage } from "@/server/api/reference/reference-page";
import { routes } from "../api/v2/routes";

/** Policy of a page that runs no script, and loads nothing except its style and its icon. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

let page: string | undefined;

/** The interface's reference for people: the OpenAPI document as a page. */
export async function GET(): Promise<Response> {
  page ??= referencePage(asDocument(describeInterface(routes)));
  return new Response(page, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      "Cache-Control": "no-cache",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Returns the document as clients read it, after a round trip through JSON. */
function asDocument(described: object): Described {
  return JSON.parse(JSON.stringify(described));
}
