import fc from "fast-check";
import { expect, test } from "vitest";
import { routes } from "@/app/api/v2/routes";
import { describeInterface } from "@/server/api/openapi";
import { call } from "@/server/testing/client";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { anotherAnswersFirst } from "@/server/testing/next-differences";
import { sizeOf } from "@/server/testing/size-of";
import { anyText, spoilt } from "@/server/testing/spoilt";

/** Number of requests generated from `docs/openapi.json`; 100,000 take minutes. */
const COUNT = Number(process.env.GENERATED_REQUESTS ?? sizeOf({ small: 1_000, large: 10_000 }));
const AT_ONCE = 8;
/** Maximum length of a path that reaches a route. Plain `next start` refuses longer ones before us, without our error body. */
const LONGEST_PATH = anotherAnswersFirst("headers over 16 KiB") ? 15_000 : Number.POSITIVE_INFINITY;
/** Requests per set of records. Sets are renewed because requests delete and retract records. */
const PER_WORLD = 500;

interface Refusals {
  properties: { error: { enum: string[] } };
}
interface Operation {
  requestBody?: { content: { "application/json"?: { example: unknown } } };
  parameters: { name?: string; in?: string; $ref?: string; schema?: { examples?: unknown[] } }[];
  responses: Record<string, { $ref?: string; content?: { "application/json": { schema: Refusals } } }>;
}
type Ids = Record<"companyId" | "importId" | "openInvoiceId" | "invoiceId", string>;
interface Request {
  method: string;
  path: string;
  key: string | undefined;
  body: unknown;
  headers: Record<string, string>;
}

const { paths, components } = describeInterface(routes) as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Operation["responses"][string]> };
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

test(`of ${COUNT} requests generated from the interface's description, none fails and every answer is as described`, async () => {
  const outcomes = new Map<number, number>();
  const undescribed: string[] = [];
  const failed: string[] = [];
  let slowestMs = 0;
  for (let made = 0; made < COUNT; made += PER_WORLD) {
    const world = await givenWorld();
    const requests = fc.sample(
      fc.constantFrom(...operations).chain((operation) => requestsOf(operation, world)),
      {
        numRuns: Math.min(PER_WORLD, COUNT - made),
        // A fixed seed per request, so that a failure is repeated in each run.
        seed: made + 1,
      },
    );
    const waiting = requests[Symbol.iterator]();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const { described, ...request } of waiting) {
          if (request.path.length > LONGEST_PATH) continue;
          const begun = performance.now();
          const { status, body } = await call(request.method, request.path, request);
          slowestMs = Math.max(slowestMs, performance.now() - begun);
          outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
          const told = `${status} ${JSON.stringify(body)} to ${JSON.stringify(request)}`;
          if (!isDescribed(described, status, body)) undescribed.push(told);
          if (status >= 500) failed.push(told);
        }
      }),
    );
  }
  console.info(`${COUNT} requests, slowest ${Math.round(slowestMs)} ms:`, Object.fromEntries([...outcomes].toSorted()));
  expect(undescribed).toEqual([]);
  expect(failed).toEqual([]);
  // Proves that requests were not merely refused.
  expect((outcomes.get(200) ?? 0) + (outcomes.get(201) ?? 0)).toBeGreaterThan(COUNT / 10);
}, 3_600_000);

function isDescribed({ responses }: Operation, status: number, body: unknown): boolean {
  const named = responses[status] ?? responses.default;
  const described = named?.$ref ? components.responses[named.$ref.slice("#/components/responses/".length)] : named;
  if (!described) return false;
  if (status < 400) return responses[status] !== undefined;
  const codes = described.content?.["application/json"].schema.properties.error.enum ?? [];
  return codes.includes((body as { error: string }).error);
}

const nothing = "0".repeat(40);
const missing: Ids = { companyId: nothing, importId: nothing, openInvoiceId: nothing, invoiceId: nothing };

async function givenWorld() {
  const [partner, stranger] = await Promise.all([givenPartner(), givenPartner()]);
  const recordsOf = async (of: GivenPartner): Promise<Ids> => {
    const company = await givenCompany(of);
    const open = await givenImport(of, { company });
    const openInvoice = await givenInvoice(of, { import: open });
    const transmitted = await givenInvoice(of, { company, transmitted: true });
    return { companyId: company.id, importId: open.id, openInvoiceId: openInvoice.id, invoiceId: transmitted.id };
  };
  const [own, foreign] = await Promise.all([recordsOf(partner), recordsOf(stranger)]);
  return { partner, stranger, ids: [own, own, own, own, foreign, missing] };
}

type World = Awaited<ReturnType<typeof givenWorld>>;

function requestsOf({ method, path, operation }: (typeof operations)[number], { partner, stranger, ids }: World) {
  const key = fc.oneof(
    { weight: 20, arbitrary: fc.constant<string | undefined>(partner.apiKey) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, stranger.apiKey) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme-ascii" }) },
  );
  const example = operation.requestBody?.content["application/json"]?.example;
  const target = fc.constantFrom(...ids).chain(({ invoiceId, openInvoiceId, importId, companyId }) => {
    const known: Record<string, string> = { invoiceId: method === "DELETE" ? openInvoiceId : invoiceId, importId, companyId };
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const parts = fc.record(
      Object.fromEntries(names.map((name) => [name, mostly(fc.constant(known[name] ?? "none"), anyText)])) as Record<
        string,
        fc.Arbitrary<string>
      >,
    );
    const of = { import_id: importId, company_id: companyId };
    const body = example === undefined ? fc.constant(undefined) : spoilt(withIds(example, of));
    return fc.record({ parts, body, query: queryOf(operation, invoiceId) });
  });
  const headers = fc.record(
    {
      "If-None-Match": fc.constantFrom("*", 'W/"x"', "x".repeat(300)),
      "Idempotency-Key": fc.constantFrom("one", "two", "x".repeat(300), " "),
      "Content-Type": fc.constantFrom("application/json", "text/plain", "application/json; charset=latin1"),
    },
    { requiredKeys: [] },
  );
  return fc
    .record({ key, target, headers: mostly(fc.constant({}), headers) })
    .map(({ key, target: { parts, body, query }, headers }): Request & { described: Operation } => ({
      method,
      path: path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(wellFormed(parts[name] ?? ""))) + query,
      key: key && (wellFormed(key).replace(/[^\x20-\x7e]/g, "") || undefined),
      body: body === undefined ? undefined : JSON.stringify(body),
      headers,
      described: operation,
    }));
}

const mostly = <Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: rare });

/** The described parameters with valid values, and sometimes arbitrary ones. */
function queryOf({ parameters }: Operation, invoiceId: string): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === "query");
  const values = named.map(({ name = "", schema }) => {
    const usual = name === "ids" ? invoiceId : String(schema?.examples?.[0] ?? "1");
    return fc.oneof(fc.constant(undefined), fc.constant(usual), anyText).map((value) => [name, value] as const);
  });
  return fc.tuple(...values).map((pairs) => {
    const given = pairs.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(wellFormed(value))}`));
    return given.length > 0 ? `?${given.join("&")}` : "";
  });
}

/** Replaces lone surrogates, which a URL cannot contain. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** Returns the example with the ids of existing records. */
function withIds(example: unknown, ids: Record<string, string>): unknown {
  return JSON.parse(JSON.stringify(example), (name, value) => ids[name] ?? value);
}
