import { randomUUID } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { preferredLocale } from "@/app/i18n/read-locale";
import { noticePage } from "@/components/customer/document";
import type { Markup } from "@/components/customer/html";
import { type Reading, readingOf } from "@/components/customer/reading";
import { db } from "@/db/client";
import { clientAddress, peerAddress } from "@/server/client-address";
import { countUnknownLink } from "@/server/customers/count-unknown-link";
import { type CustomerInvoice, describeForCustomer } from "@/server/customers/describe-for-customer";
import { type Customer, findCustomer } from "@/server/customers/find-customer";
import { env } from "@/server/env";
import { isFromElsewhere } from "@/server/is-from-elsewhere";
import { log } from "@/server/log";
import { readWithin } from "@/server/read-within";
import { TIME_ZONE } from "@/server/time-zone";
import { customerStyle } from "./customer-style";

/** What every page of a customer's is made of. */
export interface Opened {
  actor: Customer;
  /** Where the customer's page is, without an end. */
  path: string;
  style: string;
  /** What was sent with a form; empty where nothing was. */
  form: URLSearchParams;
}

const FORM_LIMIT_BYTES = 64 * 1024;

/**
 * The way of every request that names a customer's link. A link that was never given and one that was revoked are answered alike; what another site's
 * page sends is not taken, and what goes wrong is logged without its address, which is the customer's key.
 */
export async function answerCustomer(request: Request, secret: string, work: (opened: Opened) => Promise<Response>): Promise<Response> {
  const requestId = randomUUID();
  try {
    const actor = await findCustomer(db, secret, requestId);
    if (!actor) return await answerUnknown(request);
    if (request.method === "POST" && isFromElsewhere(request.headers)) return await answerUnknown(request, 403);
    const body = request.method === "POST" ? await readWithin(request, FORM_LIMIT_BYTES) : Buffer.alloc(0);
    if (!body) return await answerUnknown(request, 413);
    const { text: style } = await customerStyle();
    return await work({ actor, path: `/i/${secret}`, style, form: new URLSearchParams(body.toString("utf8")) });
  } catch (error) {
    log().error({ err: error, requestId }, "a customer's page failed");
    return answerNotice(request, 500, "failed.title", "failed.body");
  }
}

/** As the customer reads it, in the invoice's language. */
export async function readInvoice({ actor }: Opened): Promise<CustomerInvoice & { reading: Reading }> {
  const described = await describeForCustomer(db, actor);
  const say = await getTranslations({ locale: described.invoice.locale, namespace: "customer" });
  return { ...described, reading: readingOf(described.invoice, say, TIME_ZONE) };
}

export async function page(markup: Markup, status = 200): Promise<Response> {
  return new Response(markup.markup, { status, headers: { ...(await pageHeaders()), "Content-Type": "text/html; charset=utf-8" } });
}

/** On to another page, which is then asked for by GET. */
export function goTo(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { ...everyAnswer, ...headers, Location: location } });
}

async function answerUnknown(request: Request, status = 404): Promise<Response> {
  const isTooMany = await countUnknownLink(clientAddress(request.headers.get("x-forwarded-for"), peerAddress()));
  return isTooMany
    ? answerNotice(request, 429, "unknown.title", "unknown.tooMany")
    : answerNotice(request, status, "unknown.title", "unknown.body");
}

type NoticeKey = "unknown.title" | "unknown.body" | "unknown.tooMany" | "failed.title" | "failed.body";

/** In the browser's language, because no invoice is known. */
export async function answerNotice(request: Request, status: number, title: NoticeKey, text: NoticeKey): Promise<Response> {
  const locale = preferredLocale(request.headers.get("accept-language") ?? "");
  const say = await getTranslations({ locale, namespace: "customer" });
  const { text: style } = await customerStyle();
  return page(noticePage({ locale, title: say(title), text: say(text), style }), status);
}

/** Of everything below a customer's link. The address opens the invoice, so it goes nowhere and is kept nowhere. */
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
    // No script at all. Whoever pays is sent on from a form, so that the provider's address counts as one that forms may lead to.
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${source}`,
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
