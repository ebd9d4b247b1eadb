import { raw } from "hono/html";
import { html, type Markup, type Piece } from "@/server/platform/html";

export interface Document {
  locale: string;
  title: string;
  /** CSS from `customerStyle`. */
  style: string;
  body: Piece;
}

/**
 * A complete page. Search engines do not index it. Browsers send no referrer to other sites, because the address can contain a customer's
 * secret.
 */
export function documentOf({ locale, title, style, body }: Document): Markup {
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${raw(style)}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** A page with a title and one text. */
export function noticePage({ title, text, ...rest }: Omit<Document, "body"> & { text: string }): Markup {
  return documentOf({
    ...rest,
    title,
    body: html`<main class="sheet"><div class="stack tight"><h1>${title}</h1><p>${text}</p></div></main>`,
  });
}
