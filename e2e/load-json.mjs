// Module hook of the journeys: Node imports JSON only if the import names its type, which Next's compiler of translations does not accept.

/** @type {import("node:module").ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  if (!specifier.endsWith(".json")) return nextResolve(specifier, context);
  return { ...(await nextResolve(specifier, context)), importAttributes: { type: "json" } };
}
