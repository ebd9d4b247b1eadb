import { setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { startSmtpServer } from "@/server/testing/smtp-server";

// Other work during a measurement of the interface, in a separate process: people who click through the portal, customers who fetch PDFs,
// and the mail server. Controlled by messages.

/** An order to the crowd. */
export type CrowdOrder =
  | { begin: { baseUrl: string; email: string; password: string; invoiceIds: string[]; pdfUrls: string[] } }
  | { begin?: undefined; end: true };

/** Messages from the crowd: first the mail server's address, at the end its counts. */
export interface CrowdReport {
  smtpUrl?: string;
  clicks?: number;
  pdfs?: number;
  mails?: number;
  failed?: number;
}

const PEOPLE = 20;
const BETWEEN_CLICKS_MS = 2_000;
const PDFS_PER_SECOND = 5;

// In production, other machines do this work, so it gets low priority.
setPriority(10);

const smtp = await startSmtpServer();
let isOver = true;
let report = { clicks: 0, pdfs: 0, failed: 0 };
let busy: Promise<unknown> = Promise.resolve();

process.on("message", async (order: CrowdOrder) => {
  if (order.begin) {
    const { baseUrl, email, password, invoiceIds, pdfUrls } = order.begin;
    isOver = false;
    smtp.received.length = 0;
    report = { clicks: 0, pdfs: 0, failed: 0 };
    const cookie = await signIn(baseUrl, email, password);
    busy = Promise.all([
      ...Array.from({ length: PEOPLE }, (_, nth) => click(baseUrl, cookie, invoiceIds, nth)),
      fetchPdfs(baseUrl, pdfUrls),
    ]);
  } else {
    isOver = true;
    await busy;
    process.send?.({ ...report, mails: smtp.received.length } satisfies CrowdReport);
  }
});
process.send?.({ smtpUrl: smtp.url } satisfies CrowdReport);

/** Simulates one person, who opens home, the list, an invoice and the tickets, repeatedly. */
async function click(baseUrl: string, cookie: string, invoiceIds: string[], nth: number): Promise<void> {
  await wait((BETWEEN_CLICKS_MS / PEOPLE) * nth);
  for (let round = nth; !isOver; round += 1) {
    const paths = ["/", "/invoices", `/invoices/${invoiceIds[round % invoiceIds.length]}`, "/tickets"];
    await ask(`${baseUrl}${paths[round % paths.length]}`, { headers: { cookie } }, "clicks");
    await wait(BETWEEN_CLICKS_MS);
  }
}

async function fetchPdfs(baseUrl: string, urls: string[]): Promise<void> {
  const under = new Set<Promise<void>>();
  for (const url of urls) {
    if (isOver) break;
    under.add(ask(`${baseUrl}${url}`, {}, "pdfs"));
    await wait(1_000 / PDFS_PER_SECOND);
  }
  await Promise.all(under);
}

async function ask(url: string, init: RequestInit, counts: "clicks" | "pdfs"): Promise<void> {
  const answer = await fetch(url, init).catch(() => undefined);
  await answer?.arrayBuffer();
  report[answer?.ok ? counts : "failed"] += 1;
}

async function signIn(baseUrl: string, email: string, password: string): Promise<string> {
  const asked = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const cookies = asked.headers.getSetCookie().map((line) => line.split(";")[0]);
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.join("; ") },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  const session = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (!session.some((line) => line?.includes("session-token"))) throw new Error(`Signing in was answered by ${answer.status}`);
  return [...cookies, ...session].join("; ");
}
