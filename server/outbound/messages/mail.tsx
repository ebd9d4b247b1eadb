import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { Invoice } from "@/db/schema/invoices";

interface Link {
  label: string;
  url: string;
}

/** What a mail to a customer says, in its parts. */
export interface MailContent {
  locale: Invoice["locale"];
  greeting: string;
  /** Shown beside the subject by mail programs. */
  opening: string;
  /** Names and values. */
  facts: [string, string][];
  /** That a bank's app reads, for mail programs that show pages. */
  picture: { src: string; words: string } | undefined;
  /** To the customer's page; null if the customer has none yet. */
  link: Link | null;
  /** To the pages of the other invoices of which it speaks. */
  others: Link[];
  paragraphs: string[];
  regards: string;
  company: string;
  /** How to find out whether it is genuine: what is said before the address where that is told. */
  check: { words: string; url: string };
  footer: string;
}

/** The same content for mail programs that show pages, and for those that show text. */
export async function renderMail(content: MailContent): Promise<{ html: string; text: string }> {
  return { html: await render(<Mail {...content} />), text: textOf(content) };
}

function Mail({ locale, greeting, opening, facts, picture, link, others, paragraphs, regards, company, check, footer }: MailContent) {
  return (
    <Html lang={locale}>
      <Head />
      <Preview>{opening}</Preview>
      <Body style={body}>
        <Container style={container}>
          <Text style={paragraph}>{greeting}</Text>
          <Text style={paragraph}>{opening}</Text>
          {facts.length > 0 && (
            <Section style={box}>
              <table cellPadding={0} cellSpacing={0} role="presentation">
                <tbody>
                  {facts.map(([name, value]) => (
                    <tr key={name}>
                      <td style={factName}>{name}</td>
                      <td style={factValue}>{value}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Section>
          )}
          {picture && (
            <Section style={linkRow}>
              {/* biome-ignore lint/performance/noImgElement: a mail is no page of the portal's. */}
              <img src={picture.src} alt={picture.words} width={PICTURE_WIDTH} height={PICTURE_WIDTH} style={code} {...withoutPreload} />
              <Text style={small}>{picture.words}</Text>
            </Section>
          )}
          {link && (
            <Section style={linkRow}>
              <a href={link.url} style={button}>
                {link.label}
              </a>
            </Section>
          )}
          {others.length > 0 && (
            <Section style={linkRow}>
              {others.map(({ label, url }) => (
                <Text key={url} style={otherLink}>
                  <a href={url} style={plainLink}>
                    {label}
                  </a>
                </Text>
              ))}
            </Section>
          )}
          {paragraphs.map((words) => (
            <Text key={words} style={paragraph}>
              {words}
            </Text>
          ))}
          <Text style={paragraph}>
            {regards}
            <br />
            {company}
          </Text>
          <Hr style={rule} />
          <Text style={small}>
            {check.words}{" "}
            <a href={check.url} style={plainLink}>
              {check.url}
            </a>
          </Text>
          <Text style={small}>{footer}</Text>
        </Container>
      </Body>
    </Html>
  );
}

function textOf({ locale, greeting, opening, facts, link, others, paragraphs, regards, company, check, footer }: MailContent): string {
  // In French a space that does not break stands before it.
  const colon = locale === "fr" ? "\u00a0:" : ":";
  const listed = facts.map(([name, value]) => `${name}${colon} ${value}`).join("\n");
  const linked = [...(link ? [link] : []), ...others].map(({ label, url }) => `${label}${colon} ${url}`).join("\n");
  const checked = `${check.words} ${check.url}`;
  const parts = [greeting, opening, listed, linked, ...paragraphs, `${regards}\n${company}`, checked];
  return `${parts.filter(Boolean).join("\n\n")}\n\n-- \n${footer}\n`;
}

const ink = "#1f2328";
const body = { backgroundColor: "#ffffff", color: ink, fontFamily: "Helvetica, Arial, sans-serif", margin: 0 };
const container = { maxWidth: "560px", padding: "24px 16px" };
const paragraph = { fontSize: "16px", lineHeight: "24px", margin: "0 0 16px", whiteSpace: "pre-line" } as const;
const box = { backgroundColor: "#f4f5f6", borderRadius: "6px", margin: "0 0 16px", padding: "12px 16px" };
/** A long word would be cut off on a phone. */
const fact = { lineHeight: "24px", overflowWrap: "anywhere", paddingBottom: "4px", verticalAlign: "top" } as const;
const factName = { ...fact, color: "#57606a", fontSize: "14px", paddingRight: "16px" };
const factValue = { ...fact, fontSize: "16px", fontWeight: 600 };
/** React would write a second mention of it above the mail. */
const withoutPreload = { fetchPriority: "low" } as const;
/** In pixels. */
const PICTURE_WIDTH = 180;
const code = { display: "block" };
const linkRow = { margin: "0 0 16px" };
const button = {
  backgroundColor: "#0b5c66",
  borderRadius: "6px",
  color: "#ffffff",
  display: "inline-block",
  fontSize: "16px",
  fontWeight: 600,
  lineHeight: "24px",
  padding: "12px 20px",
  textDecoration: "none",
};
const otherLink = { fontSize: "16px", lineHeight: "24px", margin: "0 0 8px", overflowWrap: "anywhere" } as const;
const rule = { borderColor: "#d0d4d8", margin: "24px 0 12px" };
const small = { color: "#57606a", fontSize: "13px", lineHeight: "20px", margin: "0 0 8px" };
const plainLink = { color: "#0b5c66" };
