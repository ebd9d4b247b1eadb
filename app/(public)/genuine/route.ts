import { db } from "@/db/client";
import { genuinePage } from "@/server/customer-page/document/genuine-page";
import { formatMoment } from "@/server/domain/formats/dates";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { DomainError } from "@/server/errors";
import { checkMessage } from "@/server/messages/check-message";
import { clientAddress, peerAddress } from "@/server/platform/client-address";
import { answerPlainly, browserReading, page, readForm } from "../customer-answer";

/** Rendered for each request, never at build time. */
export const dynamic = "force-dynamic";

/** Form with which the recipient of a message can check whether the service sent it. */
export function GET(request: Request): Promise<Response> {
  return answerPlainly(request, async () => page(genuinePage({ ...(await browserReading(request)), typed: "" })));
}

/** Answers whether the service sent a message with the code in the form. Sent by POST, so that the code appears in no address. */
export function POST(request: Request): Promise<Response> {
  return answerPlainly(request, async () => {
    const reading = await browserReading(request);
    const typed = (await readForm(request))?.get("code") ?? "";
    const message = await check(request, typed);
    if (message === "too_many") return page(genuinePage({ ...reading, typed, answer: "tooMany" }), 429);
    if (!message) return page(genuinePage({ ...reading, typed, answer: "no" }), 404);
    const date = formatMoment(message.sentAt, reading.locale, TIME_ZONE, "long");
    return page(genuinePage({ ...reading, typed, answer: { company: message.company, number: message.number, date } }));
  });
}

/** Returns the message with this code; undefined if there is none, "too_many" after too many attempts. */
async function check(request: Request, typed: string) {
  try {
    return await checkMessage(db, clientAddress(request.headers.get("x-forwarded-for"), peerAddress()), typed);
  } catch (error) {
    if (error instanceof DomainError && error.code === "too_many_attempts") return "too_many";
    throw error;
  }
}
