import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { customerStyle } from "@/app/(public)/customer-style";
import { guardFileTransfer } from "@/app/api/guard-file-transfer";
import { db } from "@/db/client";
import { refusalOf } from "@/server/api/answer";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { readingOf } from "@/server/customer-page/document/reading";
import { isId } from "@/server/domain/formats/id";
import { locales } from "@/server/domain/formats/locales";
import { parseJson } from "@/server/domain/formats/parse-json";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { plannedKinds } from "@/server/domain/rules/collection-messages";
import { DomainError } from "@/server/errors";
import { previewPage } from "@/server/previews/preview-page";
import { actorOf } from "@/server/tenancy/people/person";

const recordId = z.string().refine(isId);
/** The requested preview. */
const previewRequest = z.object({
  of: z.union([z.object({ invoiceId: recordId }), z.object({ companyId: recordId })]),
  locale: z.enum(locales).nullable(),
  /** Message after which the page is shown; null: the page as it is now. */
  moment: z.object({ kind: z.enum(plannedKinds), round: z.int().min(0) }).nullable(),
});

/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

/**
 * The customer's page as it will be, as `{ html }`: made by the code that makes it for customers, with forms that lead nowhere. Answers in
 * JSON, because a browser that opened the page itself would give it the portal's origin.
 */
export function GET(request: Request): Promise<Response> {
  return guardFileTransfer(request, { name: "previewed-pages", most: 60, refuse }, async (person, requestId) => {
    const given = previewRequest.safeParse(parseJson(new URL(request.url).searchParams.get("preview") ?? ""));
    if (!given.success) return refuse(400, "invalid_request");
    const { of, locale, moment } = given.data;
    try {
      const described = await previewPage(db, actorOf(person, requestId), of, locale, moment);
      const say = await getTranslations({ locale: described.invoice.locale, namespace: "customer" });
      const { text: style } = await customerStyle();
      const page = customerPage({ ...described, reading: readingOf(described.invoice, say, TIME_ZONE), style, path: "/i/preview" });
      return answer(200, { html: page.toString().replace(SCRIPT, "") });
    } catch (error) {
      if (error instanceof DomainError) return refuse(refusalOf(error).status, error.code);
      throw error;
    }
  });
}

/** The script of the copy buttons, which no preview runs. */
const SCRIPT = /<script>[\s\S]*?<\/script>/g;

function refuse(status: number, error: string): Response {
  return answer(status, { error });
}

function answer(status: number, body: Record<string, string>): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff" } });
}
