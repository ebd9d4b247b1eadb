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

/** Parts of a mail to a customer. */
export interface MailContent {
  locale: Invoice["locale"];
  greeting: string;
  /** First sentence, which mail programs preview beside the subject. */
  opening: string;
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
  // French puts a non-breaking space before a colon.
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
/** Long words wrap, because they would be cut off on a phone. */
const fact = { lineHeight: "24px", overflowWrap: "anywhere", paddingBottom: "4px", verticalAlign: "top" } as const;
const factName = { ...fact, color: "#57606a", fontSize: "14px", paddingRight: "16px" };
const factValue = { ...fact, fontSize: "16px", fontWeight: 600 };
/** Low priority, because React would otherwise add a preload link above the mail. */
const withoutPreload = { fetchPriority: "low" } as const;
/** Pixels. */
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
