import { routes } from "@/app/api/v2/routes";
import { type Connection, connect } from "@/db/client";
import { describeInterface } from "@/server/api/openapi";
import { newId } from "@/server/platform/id";
import { startProductionProcess } from "@/server/testing/hosts";
import { percentile } from "./ask-steadily";
import { type BenchData, benchId, fill, givenBenchPartner } from "./data";
import { withDatabase } from "./notification-setup";
import { print, say } from "./report";

// Checks whether response times distinguish another partner's record from a missing one: requests each path of the interface with both,
// alternately, and compares the medians.

const ROUNDS = 400;
const INVOICES = 1_000;
/** Maximum ratio of the medians. A stranger asks only once, and single answers vary by far more. */
const TO_REACH = 1.05;

interface Operation {
  requestBody?: { content: { "application/json": { example: unknown } } };
}

await withDatabase(8, measure);

async function measure(connection: Connection, folder: string, adminUrl: string): Promise<void> {
  const [own, other] = [await givenBenchPartner(connection), await givenBenchPartner(connection)];
  say(`${INVOICES} invoices of another partner …`);
  const admin = connect(adminUrl, { max: 1 });
  await fill(admin, other, 0, INVOICES);
  await admin.close();
  const host = await startProductionProcess(folder, process.env as Record<string, string>);
  try {
    const paths = describeInterface(routes).paths as Record<string, Record<string, Operation>>;
    for (const [path, methods] of Object.entries(paths)) {
      if (!path.includes("{")) continue;
      for (const [method, operation] of Object.entries(methods))
        await compare(host.baseUrl, method.toUpperCase(), path, operation, own, other);
    }
  } finally {
    await host.stop();
  }
}

type Partner = Omit<BenchData, "invoices">;

async function compare(
  baseUrl: string,
  method: string,
  path: string,
  { requestBody }: Operation,
  own: Partner,
  other: Partner,
): Promise<void> {
  const example = requestBody?.content["application/json"].example;
  const body = example === undefined ? undefined : JSON.stringify(example);
  const headers = { Authorization: `ApiKey ${own.apiKey}`, ...(body && { "Content-Type": "application/json" }) };
  const statuses = new Set<number>();
  const ask = async (ids: Record<string, string>) => {
    const address = `${baseUrl}/api/v2${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? "")}`;
    const begun = performance.now();
    const answer = await fetch(address, { method, headers, body });
    await answer.arrayBuffer();
    statuses.add(answer.status);
    return performance.now() - begun;
  };
  const theirs = { invoiceId: benchId(7), importId: other.importId, companyId: other.companyId };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const missing = { invoiceId: newId(), importId: newId(), companyId: newId() };
    // Alternates which comes first, so that the order has no effect.
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      times[which].push(await ask(which === 0 ? theirs : missing));
  }
  const [another, none] = times.map((measured) =>
    percentile(
      measured.map((ms) => ms * 1_000).sort((a, b) => a - b),
      0.5,
    ),
  );
  const ratio = Math.max((another ?? 0) / (none ?? 1), (none ?? 0) / (another ?? 1));
  print(
    `${method} ${path}: another's ${another} µs, none ${none} µs, ratio ${ratio.toFixed(3)} (to reach: ${TO_REACH}); answered ${[...statuses].join(", ")}`,
  );
}
