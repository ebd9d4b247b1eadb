import { page } from "@/app/(public)/customer-answer";
import { answerCustomer, goTo, readInvoice } from "@/app/(public)/i/customer-door";
import { outcomeOf } from "@/app/(public)/i/outcome-of";
import { db } from "@/db/client";
import { chooseLanguage } from "@/server/customer-page/choose-language";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { isLocale } from "@/server/domain/formats/locales";

/** Sets the language of the customer's page and of all further messages. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/language">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const locale = opened.form.get("locale") ?? "";
    if (!isLocale(locale)) return goTo(opened.path);
    const { refusal } = await outcomeOf(() => chooseLanguage(db, opened.actor, locale));
    if (!refusal) return goTo(opened.path);
    const described = await readInvoice(opened);
    const isLimited = refusal.code === "too_many_attempts";
    const words = described.reading.say(isLimited ? "problems.too_many_attempts" : "problems.other");
    return page(customerPage({ ...described, ...opened, refusal: words }), isLimited ? 429 : 422);
  });
}
