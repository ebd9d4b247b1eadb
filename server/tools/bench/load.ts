import autocannon from "autocannon";
import type { Host } from "@/server/testing/hosts";
import { type BenchData, benchId } from "./data";
import { cpuMicroseconds } from "./processes";

export const WORKS = ["GET invoice", "POST invoice", "GET lines", "GET company tickets"] as const;
export type Work = (typeof WORKS)[number];

export interface Figures {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server per request, in microseconds. */
  cpuPerRequest: number;
}

const CONNECTIONS = 32;
/** Number of different requests that each connection sends in turn. */
const VARIETY = 997;

interface LoadOptions {
  seconds: number;
  /** Requests per second over all connections; absent: as many as possible. */
  rate?: number;
}

/** Keeps 32 connections busy, and returns the figures. Throws if any answer is not a success. */
export async function load({ baseUrl, pid }: Host, work: Work, data: BenchData, { seconds, rate }: LoadOptions): Promise<Figures> {
  const before = cpuMicroseconds(pid);
  const result = await autocannon({
    url: baseUrl,
    connections: CONNECTIONS,
    duration: seconds,
    overallRate: rate,
    requests: requestsFor(work, data),
    headers: { authorization: `ApiKey ${data.apiKey}`, "content-type": "application/json" },
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(
      `${work} at ${baseUrl}: ${result.non2xx} refused (${JSON.stringify(result.statusCodeStats)}), ${result.errors} failed, ${result.timeouts} timed out`,
    );
  }
  const answered = result["2xx"];
  return {
    requestsPerSecond: answered / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuPerRequest: (cpuMicroseconds(pid) - before) / answered,
  };
}

/** Returns the requests for a server, to be sent in turn. */
export function requestsFor(work: Work, data: BenchData): autocannon.Request[] {
  if (work === "POST invoice") return [{ method: "POST", path: "/api/v2/invoices", body: newInvoice(data.importId) }];
  if (work === "GET company tickets") return [{ method: "GET", path: `/api/v2/companies/${data.companyId}/tickets/unanswered` }];
  const suffix = work === "GET lines" ? "/lines" : "";
  return Array.from({ length: VARIETY }, () => ({
    method: "GET",
    path: `/api/v2/invoices/${benchId(1 + Math.floor(Math.random() * data.invoices))}${suffix}`,
  }));
}

/** Returns the body of an invoice with 3 lines. */
export function newInvoice(importId: string): string {
  return JSON.stringify({
    import_id: importId,
    external_invoice_number: "B-2026-1",
    reference: "Season 2026",
    locale: "nl",
    customer: {
      name: { first_name: "Ada", last_name: "Brandsma" },
      address: { address1: "Quayside", house_number: "12", zipcode: "1234 AB", city: "Northbank", country_code: "NL" },
      email: { email_address: "ada.brandsma@members.example" },
      phone: { phone_number: "", country_code: "" },
    },
    invoice_lines: [1, 2, 3].map((part) => ({ amount_cents: 2500, description: `Membership, part ${part}`, date: "2026-09-01" })),
    amount_total_cents: 7500,
  });
}
