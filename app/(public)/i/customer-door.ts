import { getTranslations } from "next-intl/server";
import { db } from "@/db/client";
import { countUnknownLink } from "@/server/customer-page/count-unknown-link";
import { type CustomerInvoice, describeForCustomer } from "@/server/customer-page/describe-for-customer";
import { endedPage } from "@/server/customer-page/document/ended-page";
import { type Reading, readingOf } from "@/server/customer-page/document/reading";
import { type Customer, findLink } from "@/server/customer-page/find-customer";
import { TIME_ZONE } from "@/server/domain/time-zone";
import { clientAddress, peerAddress } from "@/server/platform/client-address";
import { isFromElsewhere } from "@/server/platform/is-from-elsewhere";
import { withOrigin } from "@/server/platform/request-origin";
import { answerNotice, answerPlainly, browserReading, everyAnswer, page, readForm } from "../customer-answer";
import { customerStyle } from "../customer-style";

/** What every page of a customer's is made of. */
export interface Opened {
  actor: Customer;
  /** The page was looked at before. */
  wasOpened: boolean;
  /** Where the customer's page is, without an end. */
  path: string;
  style: string;
  /** What was sent with a form; empty where nothing was. */
  form: URLSearchParams;
}

/**
 * The way of every request that names a customer's link. A link that was never given and one that was revoked are answered alike, and what another
 * site's page sends is not taken.
 */
export function answerCustomer(request: Request, secret: string, work: (opened: Opened) => Promise<Response>): Promise<Response> {
  return answerPlainly(request, async (requestId) => {
    const found = await findLink(db, secret, requestId);
    if (!found) return answerUnknown(request);
    if (request.method === "POST" && isFromElsewhere(request)) return answerUnknown(request, 403);
    const { customer: actor, hasEnded, wasOpened } = found;
    if (hasEnded) return answerEnded(request, `/i/${secret}/renew`);
    const form = await readForm(request);
    if (!form) return answerUnknown(request, 413);
    const { text: style } = await customerStyle();
    const address = clientAddress(request.headers.get("x-forwarded-for"), peerAddress());
    return withOrigin({ requestId, address }, () => work({ actor, wasOpened, path: `/i/${secret}`, style, form }));
  });
}

/** As the customer reads it, in the invoice's language. */
export async function readInvoice({ actor }: Opened): Promise<CustomerInvoice & { reading: Reading }> {
  const described = await describeForCustomer(db, actor);
  const say = await getTranslations({ locale: described.invoice.locale, namespace: "customer" });
  return { ...described, reading: readingOf(described.invoice, say, TIME_ZONE) };
}

/** On to another page, which is then asked for by GET. */
export function goTo(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { ...everyAnswer, ...headers, Location: location } });
}

/** What the link was for is told no more; how to get a new one is. */
async function answerEnded(request: Request, renewPath: string): Promise<Response> {
  return page(endedPage({ ...(await browserReading(request)), renewPath }), 410);
}

/** A link that opens nothing, whatever the reason. */
export async function answerUnknown(request: Request, status = 404): Promise<Response> {
  const isTooMany = await countUnknownLink(clientAddress(request.headers.get("x-forwarded-for"), peerAddress()));
  return isTooMany
    ? answerNotice(request, 429, "unknown.title", "unknown.tooMany")
    : answerNotice(request, status, "unknown.title", "unknown.body");
}
