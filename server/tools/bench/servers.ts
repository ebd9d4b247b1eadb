import { join } from "node:path";
import { type Host, startHost, startNext, startProductionProcess } from "@/server/testing/hosts";
import { type BenchData, benchId } from "./data";
import { overhear } from "./statements";

/** Servers that are compared. */
export interface Servers {
  ours: Host;
  "next start": Host;
  fastify: Host;
  "node:http": Host;
}

/** Starts all servers on one database, as in production: with the log written, and a limit that is never reached. */
export async function startServers(folder: string, databaseUrl: string, ownerUrl: string, data: BenchData): Promise<Servers> {
  const service = { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl, RATE_LIMIT: "1000000", LOG_LEVEL: "info" };
  const comparator = (name: string, env: Record<string, string>) =>
    startHost(join(folder, `${name}.log`), () => [`.next/service/tools/bench/${name}.mjs`], env);

  const ours = await startProductionProcess(folder, service);
  const next = await startNext(folder, service);
  const fastify = await comparator("fastify-server", {
    DATABASE_URL: databaseUrl,
    STATEMENTS: JSON.stringify(await overhear(databaseUrl, data)),
    PARTNER_ID: data.partnerId,
    COMPANY_ID: data.companyId,
  });
  const bare = await comparator("bare-server", { ANSWER_BYTES: String(await answerBytes(ours, data)) });
  return { ours, "next start": next, fastify, "node:http": bare };
}

async function answerBytes({ baseUrl }: Host, { apiKey }: BenchData): Promise<number> {
  const answer = await fetch(`${baseUrl}/api/v2/invoices/${benchId(1)}`, { headers: { authorization: `ApiKey ${apiKey}` } });
  return (await answer.text()).length;
}
