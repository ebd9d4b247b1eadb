import { getTranslations } from "next-intl/server";
import { db } from "@/db/client";
import { countUnknownLink } from "@/server/customer-page/count-unknown-link";
import { type CustomerInvoice, describeForCustomer } from "@/server/customer-page/describe-for-customer";
import { endedPage } from "@/server/customer-page/document/ended-page";
import { type Reading, readingOf } from "@/server/customer-page/document/reading";
import { type Customer, findLink } from "@/server/customer-page/find-customer";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { clientAddress, peerAddress } from "@/server/platform/client-address";
import { isCrossOrigin } from "@/server/platform/is-cross-origin";
import { withOrigin } from "@/server/platform/request-origin";
import { answerNotice, answerPlainly, browserReading, everyAnswer, page, readForm } from "../customer-answer";
import { customerStyle } from "../customer-style";

/** A request with a link that gives access to an invoice, and the facts that every page for the customer needs. */
export interface Opened {
  actor: Customer;
  /** Whether the customer's page had been opened before this request. */
  wasOpened: boolean;
  /** Path of the customer's page, without a suffix. */
  path: string;
  style: string;
  /** Form fields; empty if nothing was sent. */
  form: URLSearchParams;
}

/**
 * Handles every request with a customer's link, except the renewal of an expired one. Unknown and revoked links get the same answer, and
 * forms sent from other sites' pages are refused.
 */
export function answerCustomer(request: Request, secret: string, work: (opened: Opened) => Promise<Response>): Promise<Response> {
  return answerPlainly(request, async (requestId) => {
    const found = await findLink(db, secret, requestId);
    if (!found) return answerAsUnknown(request);
    if (request.method === "POST" && isCrossOrigin(request)) return answerAsUnknown(request, 403);
    const { customer: actor, isExpired, wasOpened } = found;
    if (isExpired) return answerEnded(request, `/i/${secret}/renew`);
    const form = await readForm(request);
    if (!form) return answerAsUnknown(request, 413);
    const { text: style } = await customerStyle();
    const address = clientAddress(request.headers.get("x-forwarded-for"), peerAddress());
    return withOrigin({ requestId, address }, () => work({ actor, wasOpened, path: `/i/${secret}`, style, form }));
  });
}

/**
 * Returns the invoice as shown to the customer, and `reading`: the page's texts, and its formats of amounts and dates, in the invoice's
 * language and the service's time zone.
 */
export async function readInvoice({ actor }: Opened): Promise<CustomerInvoice & { reading: Reading }> {
  const described = await describeForCustomer(db, actor);
  const say = await getTranslations({ locale: described.invoice.locale, namespace: "customer" });
  return { ...described, reading: readingOf(described.invoice, say, TIME_ZONE) };
}

/** Redirects to another page, which the browser then requests by GET. */
export function goTo(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { ...everyAnswer, ...headers, Location: location } });
}

/** Answers an expired link with a form for a new one. Does not reveal what the link was for. */
async function answerEnded(request: Request, renewPath: string): Promise<Response> {
  return page(endedPage({ ...(await browserReading(request)), renewPath }), 410);
}

/**
 * Refuses a request with an unknown link, a form that is too large, or another site's form, always with the page for unknown links. Every
 * such request counts towards the limit of the client's IP address. Above the limit, another page says so.
 */
export async function answerAsUnknown(request: Request, status = 404): Promise<Response> {
  const isOverLimit = await countUnknownLink(clientAddress(request.headers.get("x-forwarded-for"), peerAddress()));
  return isOverLimit
    ? answerNotice(request, 429, "tooMany.title", "unknown.tooMany")
    : answerNotice(request, status, "unknown.title", "unknown.body");
}
