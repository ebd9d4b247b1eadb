import { z } from "zod";
import { parseJson } from "@/server/domain/formats/parse-json";
import { log } from "@/server/platform/log";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import { readWithin } from "@/server/platform/read-within";

const LIMIT_BYTES = 16 * 1024;
/** Maximum number of reports logged per minute, over all browsers, so that one broken page does not fill the log. */
const MOST_LOGGED = 60;
const WINDOW_SECONDS = 60;
/** The limiter's only key, because the limit is over all browsers. */
const ALL_BROWSERS = "all";

const text = z.string().max(2_000);
/** Reports by one browser (Reporting API, CSP level 3). */
const reports = z.array(z.object({ body: z.object({ effectiveDirective: text, blockedURL: text.optional(), documentURL: text }) })).max(20);

/** Logs what the service's Content-Security-Policy has blocked in a browser. Always answers 204, because browsers expect nothing else. */
export async function POST(request: Request): Promise<Response> {
  const body = await readWithin(request, LIMIT_BYTES);
  const { data = [] } = reports.safeParse(parseJson(body?.toString() ?? ""));
  for (const { body } of data) {
    const { allowed } = await consume(rateLimiter("csp-reports", MOST_LOGGED, WINDOW_SECONDS), ALL_BROWSERS);
    if (allowed)
      log().warn(
        { directive: body.effectiveDirective, blocked: originOf(body.blockedURL), page: routeOf(body.documentURL) },
        "policy violated",
      );
  }
  return new Response(null, { status: 204 });
}

/** Returns only the first part of the path, because the rest may be a customer's link. */
function routeOf(url: string): string {
  return URL.canParse(url) ? `/${new URL(url).pathname.split("/")[1]}` : "";
}

/** Returns the origin of a blocked address. Words that stand for no address, such as `inline` and `eval`, stay unchanged. */
function originOf(blocked = ""): string {
  return URL.canParse(blocked) ? new URL(blocked).origin : blocked.slice(0, 40);
}
