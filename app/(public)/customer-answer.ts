import { getTranslations } from "next-intl/server";
import { preferredLocale } from "@/app/i18n/read-locale";
import { isOutOfReach } from "@/db/failures";
import { noticePage } from "@/server/customer-page/document/document";
import { SECOND_MS } from "@/server/domain/formats/time";
import { env } from "@/server/env";
import { DomainError } from "@/server/errors";
import type { Markup } from "@/server/platform/html";
import { log } from "@/server/platform/log";
import { readWithin } from "@/server/platform/read-within";
import { requestIdOf } from "@/server/platform/request-id";
import { withTimeout } from "@/server/platform/with-timeout";
import { copyScriptSource, customerStyle } from "./customer-style";

/** Time-out of an answer: longer than a PDF may take, including its time in the queue. */
const TIMEOUT_MS = 30 * SECOND_MS;
const FORM_LIMIT_BYTES = 64 * 1024;

/**
 * Handles a request of a customer, or of a message's recipient: with plain HTML, without the portal's scripts. Logs errors without the
 * address and the body, which may contain a customer's secret.
 */
export async function answerPlainly(request: Request, work: (requestId: string) => Promise<Response>): Promise<Response> {
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  try {
    return await withTimeout(TIMEOUT_MS, work(requestId));
  } catch (error) {
    log().error({ err: error, requestId }, "customer page failed");
    const isBusy = isOutOfReach(error) || (error instanceof DomainError && error.kind === "unavailable");
    return answerNotice(request, isBusy ? 503 : 500, "failed.title", "failed.body");
  }
}

/** Returns the fields of the form that was sent by POST; empty if nothing was sent, undefined if the body is too large. */
export async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  if (request.method !== "POST") return new URLSearchParams();
  const body = await readWithin(request, FORM_LIMIT_BYTES);
  return body && new URLSearchParams(body.toString("utf8"));
}

/** Answers with a page of plain HTML. */
export async function page(markup: Markup, status = 200): Promise<Response> {
  return new Response(markup.toString(), { status, headers: { ...(await pageHeaders()), "Content-Type": "text/html; charset=utf-8" } });
}

/** Keys of the titles and texts of notices. */
type NoticeKey =
  | "ended.sent"
  | "ended.sentBody"
  | "unknown.title"
  | "unknown.body"
  | "unknown.tooMany"
  | "tooMany.title"
  | "tooMany.body"
  | "failed.title"
  | "failed.body";

/** Answers with a page that consists of a title and a text, in the browser's language. */
export async function answerNotice(request: Request, status: number, title: NoticeKey, text: NoticeKey): Promise<Response> {
  const { locale, say, style } = await browserReading(request);
  return page(noticePage({ locale, title: say(title), text: say(text), style }), status);
}

/** Returns the locale, the texts and the style of a page without an invoice, in the browser's language. */
export async function browserReading(request: Request) {
  const locale = preferredLocale(request.headers.get("accept-language") ?? "");
  const say = await getTranslations({ locale, namespace: "customer" });
  const { text: style } = await customerStyle();
  return { locale, say, style };
}

/**
 * Headers of every answer. They keep addresses, which give access to invoices, and sent forms out of referrers, caches and search engines.
 */
export const everyAnswer = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow, noarchive",
  "X-Content-Type-Options": "nosniff",
};

async function pageHeaders(): Promise<Record<string, string>> {
  const { source } = await customerStyle();
  const { origin, protocol } = new URL(env().PUBLIC_URL);
  return {
    ...everyAnswer,
    // Allows one script, for the copy buttons. The form that starts a payment redirects to the provider, which must be an allowed form
    // target. The only provider, the simulated bank, is at PUBLIC_URL. The origin of another provider must be added here.
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${source}`,
      `script-src ${copyScriptSource}`,
      "img-src 'self'",
      `form-action 'self' ${origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(protocol === "https:" && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}
