import { page } from "@/app/(public)/customer-answer";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { doneIn } from "@/server/customer-page/document/page";
import { answerCustomer, readInvoice } from "../customer-door";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** An invoice, for its customer. */
export async function GET(request: Request, { params }: RouteContext<"/i/[secret]">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) =>
    page(customerPage({ ...(await readInvoice(opened)), ...opened, done: doneIn(request.url) })),
  );
}
