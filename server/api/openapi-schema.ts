import { z } from "zod";
import { examples } from "./examples";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Schemas described so far, by name. */
export type Components = Record<string, JsonSchema>;

const COMPONENT = "#/components/schemas/";

/**
 * Returns a zod schema as an OpenAPI schema; named schemas become components. Uses zod's own conversion, because zod-to-openapi can express
 * neither that answers may gain fields, nor the defaults of leniently read fields.
 */
export function describeSchema(schema: z.ZodType, io: "input" | "output", components: Components): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, override: (context) => amend(context, io) }));
  const { $schema, $defs = {}, ...described } = JSON.parse(text.replaceAll("#/$defs/", COMPONENT)) as JsonSchema;
  for (const [name, component] of Object.entries($defs)) {
    components[name] = { ...component, examples: [exampleOf(name)] };
  }
  return described;
}

/** Returns an example of the schema: its own, or one composed from its parts. */
export function exampleFor(schema: JsonSchema, components: Components): unknown {
  if (schema.$ref) return exampleOf(schema.$ref.slice(COMPONENT.length));
  if (schema.examples) return schema.examples[0];
  if (schema.type === "array") return [exampleFor(schema.items as JsonSchema, components)];
  if (schema.type !== "object") throw new Error(`No example for ${JSON.stringify(schema)}`);
  const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  return Object.fromEntries(properties.map(([name, property]) => [name, exampleFor(property, components)]));
}

function exampleOf(name: string): unknown {
  if (!Object.hasOwn(examples, name)) throw new Error(`examples.ts has no example of ${name}`);
  return examples[name as keyof typeof examples];
}

/** Adjusts zod's description of one schema for the reference. */
function amend({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }, io: "input" | "output"): void {
  // Partners who validate answers must accept fields that later versions of v2 add.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // The format is enough for readers; the pattern of a moment fills half a page.
  if (jsonSchema.format) delete jsonSchema.pattern;

  // The reference explains these limits once, under money.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;

  const { default: fallback, example } = z.globalRegistry.get(zodSchema) ?? {};
  if (fallback !== undefined) jsonSchema.default = fallback as JsonSchema["default"];
  if (example !== undefined) {
    jsonSchema.examples = [example];
    delete jsonSchema.example;
  }

  const { def } = zodSchema._zod;
  if (io === "output" || def.type !== "object") return;
  // The fields accept any input and refuse it themselves, so their types do not show which are required. A field that refuses undefined is.
  jsonSchema.required = Object.keys(def.shape).filter((name) => !z.safeParse(def.shape[name] ?? z.never(), undefined).success);
  if (jsonSchema.required.length === 0) delete jsonSchema.required;
}
