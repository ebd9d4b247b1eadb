import { page } from "@/app/(public)/customer-answer";
import { answerCustomer, goTo, readInvoice } from "@/app/(public)/i/customer-door";
import { db } from "@/db/client";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { refusalOfPromise, wordsOfPromise } from "@/server/customer-page/document/promise";
import { promiseDay } from "@/server/customer-page/promise-day";

/** Records the day by which the customer promises to pay. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/promise">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { actor, form, path } = opened;
    const { invoice, reading } = await readInvoice(opened);
    const day = form.get("day") ?? "";
    const reason = await promiseDay(db, actor, day, (promise) => wordsOfPromise(promise, invoice.companyName, reading));
    if (!reason) return goTo(`${path}?done=dayPromised`);
    const described = await readInvoice(opened);
    if (reason !== "invalid_day") return page(customerPage({ ...described, ...opened, refusal: refusalOfPromise(reason, reading) }), 422);
    return page(customerPage({ ...described, ...opened, promise: { day }, refusal: reading.say("promise.invalidDay") }), 422);
  });
}
