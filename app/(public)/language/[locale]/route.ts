import { cookies } from "next/headers";
import type { NextRequest } from "next/server";
import { LOCALE_COOKIE } from "@/app/i18n/read-locale";
import { isLocale } from "@/server/domain/formats/locales";
import { env } from "@/server/env";
import { callbackPath } from "@/server/tenancy/people/callback-path";

const YEAR_S = 365 * 24 * 60 * 60;

/** Stores a visitor's language in a cookie, and redirects back to the page on which they chose it. */
export async function GET(request: NextRequest, { params }: RouteContext<"/language/[locale]">): Promise<Response> {
  const { locale } = await params;
  if (!isLocale(locale)) return new Response(null, { status: 404 });
  (await cookies()).set(LOCALE_COOKIE, locale, {
    path: "/",
    maxAge: YEAR_S,
    sameSite: "lax",
    httpOnly: true,
    secure: env().PUBLIC_URL.startsWith("https:"),
  });
  const location = callbackPath(request.nextUrl.searchParams.get("to"), env().PUBLIC_URL);
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
