import { Marked } from "marked";
import { type Markup, trusted } from "@/server/platform/html";

/** A heading of the introduction, for the table of contents. */
export interface Heading {
  id: string;
  text: string;
}

const plain = new Marked();

/** Renders a paragraph of Markdown. Only for the service's own texts, because HTML in them is not escaped. */
export function renderInline(markdown: string): Markup {
  return trusted(plain.parseInline(markdown, { async: false }));
}

/** Renders several paragraphs of Markdown. Only for the service's own texts, as `renderInline`. */
export function renderBlock(markdown: string): Markup {
  return trusted(plain.parse(markdown, { async: false }));
}

/** Renders the introduction. Its headings are one level below the page's and get anchors. */
export function renderIntroduction(markdown: string): { headings: Heading[]; body: Markup } {
  const headings: Heading[] = [];
  const reader = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
        if (depth === 1) headings.push({ id, text });
        return `<h${depth + 1} id="${id}">${this.parser.parseInline(tokens)}</h${depth + 1}>\n`;
      },
      // Code wider than the page scrolls, also by keyboard.
      code({ text }) {
        return `<pre tabindex="0"><code>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</code></pre>\n`;
      },
    },
  });
  const body = trusted(reader.parse(markdown, { async: false }));
  return { headings, body };
}
