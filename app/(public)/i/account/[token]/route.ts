import { getTranslations } from "next-intl/server";
import { answerPlainly, page } from "@/app/(public)/customer-answer";
import { customerStyle } from "@/app/(public)/customer-style";
import { answerAsUnknown } from "@/app/(public)/i/customer-door";
import { db } from "@/db/client";
import { type AccountToConfirm, confirmAccount, findAccountToConfirm } from "@/server/customer-page/confirm-account";
import { accountPage } from "@/server/customer-page/document/account-page";
import { noticePage } from "@/server/customer-page/document/document";
import { clientAddress, peerAddress } from "@/server/platform/client-address";
import { isCrossOrigin } from "@/server/platform/is-cross-origin";
import { withOrigin } from "@/server/platform/request-origin";

/** Rendered for each request, never at build time. */
export const dynamic = "force-dynamic";

/** Page of a link that is mailed to the customer's previous address. Asks whether the new account number really is the customer's. */
export function GET(request: Request, { params }: RouteContext<"/i/account/[token]">): Promise<Response> {
  return answerPlainly(request, async () => {
    const { token } = await params;
    const account = await findAccountToConfirm(db, token);
    if (!account) return answerAsUnknown(request);
    return page(accountPage({ ...(await wordsAndStyle(account)), path: `/i/account/${token}`, account }));
  });
}

/** Confirms the account number. */
export function POST(request: Request, { params }: RouteContext<"/i/account/[token]">): Promise<Response> {
  return answerPlainly(request, async (requestId) => {
    if (isCrossOrigin(request)) return answerAsUnknown(request, 403);
    const { token } = await params;
    const account = await findAccountToConfirm(db, token);
    const address = clientAddress(request.headers.get("x-forwarded-for"), peerAddress());
    const isConfirmed = account && (await withOrigin({ requestId, address }, () => confirmAccount(db, token, requestId)));
    if (!isConfirmed) return answerAsUnknown(request);
    const { say, style } = await wordsAndStyle(account);
    return page(
      noticePage({ locale: account.locale, title: say("account.done"), text: say("account.doneBody", { iban: account.iban }), style }),
    );
  });
}

async function wordsAndStyle({ locale }: AccountToConfirm) {
  const say = await getTranslations({ locale, namespace: "customer" });
  return { say, style: (await customerStyle()).text };
}
