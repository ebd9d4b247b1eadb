import type { Invoice } from "@/db/schema/invoices";
import { nameAndValue } from "@/server/domain/words/spelling";
import { html, type Markup, type Piece, trusted } from "@/server/platform/html";
import { unbroken } from "./unbroken";

interface Link {
  label: string;
  url: string;
}

/** An invoice among several that a mail asks for. */
export interface ListedInMail {
  /** The thing to be paid for, and the person. */
  thing: string;
  /** The sum and the day. */
  amount: string;
  /** Link to its own page. */
  link: Link;
}

/** Parts of a mail to a customer. */
export interface MailContent {
  locale: Invoice["locale"];
  greeting: string;
  /** First sentence, which mail programs preview beside the subject. */
  opening: string;
  /** Further paragraphs before the link. */
  details: string[];
  /** The invoices that it asks for together; none for a single one. */
  listed: ListedInMail[];
  /** Names and values, below the invoices. */
  facts: [string, string][];
  /** Further open invoices, below the facts; absent: none are listed. */
  alsoOpen?: { words: string; listed: ListedInMail[] } | undefined;
  /** Picture for a bank's app, in the HTML part only. */
  picture: { src: string; words: string } | undefined;
  /** Link to the customer's page; null if there is none yet, or if no page takes the sum of several invoices. */
  link: Link | null;
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
 * Writes tables, and styles in attributes, because mail programs read little else: Outlook knows no `max-width` of a `div`, Gmail drops style
 * sheets. Each name stands above its value at every width, so that nothing depends on the width of the screen.
 */
function htmlOf(content: MailContent) {
  const { locale, greeting, opening, details, link, listed, facts, picture, alsoOpen, paragraphs, regards, company, check, footer } =
    content;
  return html`${trusted(DOCTYPE)}<html dir="ltr" lang="${locale}"><head><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/><meta name="x-apple-disable-message-reformatting"/></head><body style="background-color:#ffffff;margin:0"><div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0">${opening}${FILLER.repeat(Math.max(PREVIEWED - opening.length, 0))}</div>
<table ${layout} width="100%" align="center"><tbody><tr><td style="${page}"><table ${layout} width="100%" align="center" style="${column}"><tbody><tr><td>
${text(paragraph, greeting)}
${text(paragraph, opening)}
${details.map((words) => text(paragraph, words))}
${link && block([html`<a href="${link.url}" style="${button}">${link.label}</a>`])}
${block([...listed.map(listedOf), ...(facts.length > 0 ? [facts.map(factOf)] : [])], box)}
${picture && block([html`<img src="${picture.src}" alt="${picture.words}" width="${PICTURE_WIDTH}" height="${PICTURE_WIDTH}" style="display:block"/>${text(small, picture.words)}`])}
${alsoOpen && html`${text(paragraph, alsoOpen.words)}${block(alsoOpen.listed.map(listedOf), box)}`}
${paragraphs.map((words) => text(paragraph, words))}
${text(paragraph, html`${regards}<br/>${company}`)}
<hr style="width:100%;border:none;border-top:1px solid #d0d4d8;margin:24px 0 12px"/>
${text(small, html`${unbroken(check.words)} ${anchor(check.url, check.url)}`)}
${text(small, footer)}
</td></tr></tbody></table></td></tr></tbody></table></body></html>`;
}

function text(style: string, words: Piece): Markup {
  return html`<p style="${style}">${typeof words === "string" ? unbroken(words) : words}</p>`;
}

/** Renders the parts one below the other, with lines between them; `false` if there are none. */
function block(parts: Piece[], style = ""): Piece {
  const cells = parts.map((part, index) => html`<tr><td style="${index > 0 ? `${style};${line}` : style}">${part}</td></tr>`);
  return cells.length > 0 && html`<table ${layout} width="100%" align="center" style="${row}"><tbody>${cells}</tbody></table>`;
}

function listedOf({ thing, amount, link }: ListedInMail): Piece {
  return html`${text(listedThing, thing)}${text(listedAmount, amount)}${text(listedLink, anchor(link.url, unbroken(link.label)))}`;
}

function factOf([name, value]: [string, string]): Markup {
  return html`${text(factName, name)}${text(factValue, value)}`;
}

function anchor(url: string, words: Piece): Markup {
  return html`<a href="${url}" style="color:#0b5c66">${words}</a>`;
}

function textOf(content: MailContent): string {
  const { locale, greeting, opening, details, link, listed, facts, alsoOpen, paragraphs, regards, company, check, footer } = content;
  const stated = facts.map((fact) => nameAndValue(fact, locale)).join("\n");
  const linkTo = ({ label, url }: Link) => nameAndValue([label, url], locale);
  const invoiceOf = ({ thing, amount, link: own }: ListedInMail) => `${nameAndValue([thing, amount], locale)}\n${linkTo(own)}`;
  const checked = `${check.words} ${check.url}`;
  const parts = [
    greeting,
    opening,
    ...details,
    link ? linkTo(link) : "",
    ...listed.map(invoiceOf),
    stated,
    ...(alsoOpen ? [alsoOpen.words, ...alsoOpen.listed.map(invoiceOf)] : []),
    ...paragraphs,
    `${regards}\n${company}`,
    checked,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n\n-- \n${footer}\n`;
}

const DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
/**
 * Number of characters that mail programs preview beside the subject. After a shorter first sentence, invisible characters fill the preview.
 */
const PREVIEWED = 150;
const FILLER = "\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff";
/** A table for layout alone, which screen readers do not announce. */
const layout = trusted('border="0" cellpadding="0" cellspacing="0" role="presentation"');
/** Width and height, in pixels. */
const PICTURE_WIDTH = 180;

const page = "background-color:#ffffff;color:#1f2328;font-family:Helvetica, Arial, sans-serif;margin:0";
const column = "max-width:560px;padding:24px 16px";
const paragraph = "font-size:16px;line-height:24px;margin:0 0 16px;white-space:pre-line";
const box = "background-color:#f4f5f6;padding:16px 16px 8px";
const line = "border-top:1px solid #d0d4d8";
/** Words that are longer than a phone's line wrap, because they would be cut off otherwise. */
const inBox = "line-height:24px;overflow-wrap:anywhere;text-align:left";
const factName = "color:#57606a;font-size:14px;line-height:20px;margin:0";
const factValue = `${inBox};font-size:16px;font-weight:600;margin:0 0 12px`;
const listedThing = `${inBox};font-size:16px;font-weight:600;margin:0`;
const listedAmount = `${inBox};font-size:16px;margin:0`;
const listedLink = `${inBox};font-size:16px;margin:0 0 8px`;
const row = "margin:0 0 16px";
const button =
  "background-color:#0b5c66;border-radius:6px;color:#ffffff;display:inline-block;font-size:16px;font-weight:600;line-height:24px;padding:12px 20px;text-decoration:none";
const small = "color:#57606a;font-size:13px;line-height:20px;margin:0 0 8px";
