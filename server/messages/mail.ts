import type { Invoice } from "@/db/schema/invoices";
import { html, type Markup, type Piece, trusted } from "@/server/platform/html";

interface Link {
  label: string;
  url: string;
}

/** Parts of a mail to a customer. */
export interface MailContent {
  locale: Invoice["locale"];
  greeting: string;
  /** First sentence, which mail programs preview beside the subject. */
  opening: string;
  /** Further paragraphs before the link. */
  details: string[];
  /** Names and values. */
  facts: [string, string][];
  /** Picture for a bank's app, in the HTML part only. */
  picture: { src: string; words: string } | undefined;
  /** Link to the customer's page; null if there is none yet. */
  link: Link | null;
  /** Links to the pages of the other invoices that the mail covers. */
  others: Link[];
  paragraphs: string[];
  regards: string;
  company: string;
  /** How to check that the mail is genuine: a sentence, and the address after it. */
  check: { words: string; url: string };
  footer: string;
}

/** Renders the content as HTML and as plain text. */
export function renderMail(content: MailContent): { html: string; text: string } {
  return { html: String(htmlOf(content)), text: textOf(content) };
}

/**
 * Tables and styles in attributes, because mail programs read little else: Outlook knows no `max-width` of a `div`, Gmail drops style
 * sheets.
 */
function htmlOf(content: MailContent) {
  const { locale, greeting, opening, details, link, facts, picture, others, paragraphs, regards, company, check, footer } = content;
  return html`${trusted(DOCTYPE)}<html dir="ltr" lang="${locale}"><head><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/><meta name="x-apple-disable-message-reformatting"/></head><body style="background-color:#ffffff;margin:0"><div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0">${opening}${FILLER.repeat(Math.max(PREVIEWED - opening.length, 0))}</div>
<table ${layout} width="100%" align="center"><tbody><tr><td style="${page}"><table ${layout} width="100%" align="center" style="${column}"><tbody><tr><td>
${text(paragraph, greeting)}
${text(paragraph, opening)}
${details.map((words) => text(paragraph, words))}
${link && block(row, html`<a href="${link.url}" style="${button}">${link.label}</a>`)}
${facts.length > 0 && block(box, html`<table ${layout}><tbody>${facts.map(([name, value]) => html`<tr><td style="${factName}">${name}</td><td style="${factValue}">${value}</td></tr>`)}</tbody></table>`)}
${picture && block(row, html`<img src="${picture.src}" alt="${picture.words}" width="${PICTURE_WIDTH}" height="${PICTURE_WIDTH}" style="display:block"/>${text(small, picture.words)}`)}
${
  others.length > 0 &&
  block(
    row,
    others.map(({ label, url }) => text(otherLink, anchor(url, label))),
  )
}
${paragraphs.map((words) => text(paragraph, words))}
${text(paragraph, html`${regards}<br/>${company}`)}
<hr style="width:100%;border:none;border-top:1px solid #d0d4d8;margin:24px 0 12px"/>
${text(small, html`${check.words} ${anchor(check.url, check.url)}`)}
${text(small, footer)}
</td></tr></tbody></table></td></tr></tbody></table></body></html>`;
}

function text(style: string, words: Piece): Markup {
  return html`<p style="${style}">${words}</p>`;
}

function block(style: string, contents: Piece): Markup {
  return html`<table ${layout} width="100%" align="center" style="${style}"><tbody><tr><td>${contents}</td></tr></tbody></table>`;
}

function anchor(url: string, words: string): Markup {
  return html`<a href="${url}" style="color:#0b5c66">${words}</a>`;
}

function textOf(content: MailContent): string {
  const { locale, greeting, opening, details, link, facts, others, paragraphs, regards, company, check, footer } = content;
  // French puts a non-breaking space before a colon.
  const colon = locale === "fr" ? "\u00a0:" : ":";
  const listed = facts.map(([name, value]) => `${name}${colon} ${value}`).join("\n");
  const linkTo = ({ label, url }: Link) => `${label}${colon} ${url}`;
  const checked = `${check.words} ${check.url}`;
  const parts = [
    greeting,
    opening,
    ...details,
    link ? linkTo(link) : "",
    listed,
    others.map(linkTo).join("\n"),
    ...paragraphs,
    `${regards}\n${company}`,
    checked,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n\n-- \n${footer}\n`;
}

const DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
/**
 * Characters that mail programs preview beside the subject; invisible ones fill what the first sentence leaves, so that nothing follows it.
 */
const PREVIEWED = 150;
const FILLER = "\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff";
/** A table for layout alone, which screen readers do not announce. */
const layout = trusted('border="0" cellpadding="0" cellspacing="0" role="presentation"');
/** Pixels. */
const PICTURE_WIDTH = 180;

const page = "background-color:#ffffff;color:#1f2328;font-family:Helvetica, Arial, sans-serif;margin:0";
const column = "max-width:560px;padding:24px 16px";
const paragraph = "font-size:16px;line-height:24px;margin:0 0 16px;white-space:pre-line";
const box = "background-color:#f4f5f6;border-radius:6px;margin:0 0 16px;padding:12px 16px";
/** Long words wrap, because they would be cut off on a phone. */
const fact = "line-height:24px;overflow-wrap:anywhere;padding-bottom:4px;vertical-align:top";
const factName = `${fact};color:#57606a;font-size:14px;padding-right:16px`;
const factValue = `${fact};font-size:16px;font-weight:600`;
const row = "margin:0 0 16px";
const button =
  "background-color:#0b5c66;border-radius:6px;color:#ffffff;display:inline-block;font-size:16px;font-weight:600;line-height:24px;padding:12px 20px;text-decoration:none";
const otherLink = "font-size:16px;line-height:24px;margin:0 0 8px;overflow-wrap:anywhere";
const small = "color:#57606a;font-size:13px;line-height:20px;margin:0 0 8px";
