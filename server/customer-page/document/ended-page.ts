import type { Locale } from "@/server/domain/formats/locales";
import { html, type Markup } from "@/server/platform/html";
import { documentOf } from "./document";
import type { Say } from "./reading";

interface EndedPage {
  say: Say;
  locale: Locale;
  style: string;
  /** Path for posting the request for a new link. */
  renewPath: string;
}

/**
 * Page shown for an expired link, long after its invoice was settled. Reveals nothing about the invoice. A button has a new link mailed to
 * the customer's address.
 */
export function endedPage({ say, locale, style, renewPath }: EndedPage): Markup {
  const title = say("ended.title");
  const body = html`<main class="sheet">
<header class="stack tight"><h1>${title}</h1><p>${say("ended.body")}</p></header>
<form class="stack" method="post" action="${renewPath}"><button class="button primary">${say("ended.renew")}</button></form>
</main>`;
  return documentOf({ locale, title, style, body });
}
