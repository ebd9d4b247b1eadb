import { resolve } from "node:path";
import { type BenchData, benchId } from "./data";
import { type Measured, startServer } from "./processes";
import { overhear } from "./statements";

/** What is measured side by side. */
export interface Servers {
  ours: Measured;
  "next start": Measured;
  fastify: Measured;
  "node:http": Measured;
}

/** All of them on one database, as in production, with the limiter at work but out of reach. */
export async function startServers(databaseUrl: string, ownerUrl: string, data: BenchData): Promise<Servers> {
  const service = { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl, RATE_LIMIT: "1000000" };
  const ours = await startServer("ours", () => [".next/service/main.mjs"], service);
  const next = await startServer(
    "next start",
    (port) => [resolve("node_modules/next/dist/bin/next"), "start", "-H", "127.0.0.1", "-p", String(port)],
    service,
  );
  const fastify = await startServer("fastify", () => [".next/service/bench/fastify-server.mjs"], {
    DATABASE_URL: databaseUrl,
    STATEMENTS: JSON.stringify(await overhear(databaseUrl, data)),
    PARTNER_ID: data.partnerId,
    COMPANY_ID: data.companyId,
  });
  const bare = await startServer("node:http", () => [".next/service/bench/bare-server.mjs"], {
    ANSWER_BYTES: String(await answerBytes(ours, data)),
  });
  return { ours, "next start": next, fastify, "node:http": bare };
}

async function answerBytes({ port }: Measured, { apiKey }: BenchData): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2/invoices/${benchId(1)}`, { headers: { authorization: `ApiKey ${apiKey}` } });
  return (await answer.text()).length;
}
