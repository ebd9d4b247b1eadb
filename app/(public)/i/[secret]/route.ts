import { page } from "@/app/(public)/customer-answer";
import { db } from "@/db/client";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { doneIn, openingIn } from "@/server/customer-page/document/page";
import { noteOpening } from "@/server/customer-page/note-opening";
import { answerCustomer, readInvoice } from "../customer-door";

/** Rendered for each request, never at build time. */
export const dynamic = "force-dynamic";

/** The customer's page about an invoice. */
export async function GET(request: Request, { params }: RouteContext<"/i/[secret]">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    if (!opened.wasOpened) await noteOpening(db, opened.actor);
    return page(customerPage({ ...(await readInvoice(opened)), ...opened, done: doneIn(request.url), opening: openingIn(request.url) }));
  });
}
