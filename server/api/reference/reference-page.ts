import { html, type Markup } from "@/server/platform/html";
import type { Described, Operation } from "./described";
import { fields } from "./fields";
import { operationSection } from "./operation";
import { type Heading, renderBlock, renderInline, renderIntroduction } from "./render-markdown";

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

/** Returns the reference as one page without scripts, built from the OpenAPI document so that both agree. */
export function referencePage(document: Described): string {
  const { info, servers, tags, paths, webhooks, components } = document;
  const { headings, body } = renderIntroduction(info.description);
  const operations = listed(paths);
  const notifications = listed(webhooks);
  const groups = tags.map((tag) => ({ ...tag, operations: operations.filter(({ operation }) => operation.tags?.includes(tag.name)) }));
  const server = servers[0]?.url ?? "";
  const recordsOfRequests = recordsIn(
    operations.map(({ operation }) => operation.requestBody),
    components.schemas,
  );
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Reference · ${info.title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<header><a href="/developers">${info.title}</a> <a class="to-contents" href="#contents">Contents</a></header>
<main>
<h1>Reference of the interface</h1>
<p class="server">Version ${info.version} at <code>${server}</code> · <a href="/api/v2/openapi.json">OpenAPI document</a></p>
${body}
${groups.map(
  ({ name, description, operations: ofGroup }) => html`<h2 id="${anchorOf(name)}">${name}</h2>
<p>${renderInline(description)}</p>
${ofGroup.map(({ operation, method, path }) => operationSection(operation, { method, path, server }, document))}
`,
)}
<h2 id="what-you-are-sent">What you are sent</h2>
${notifications.map(({ operation, method, path }) => operationSection(operation, { method, path, server: undefined }, document))}
<h2 id="records">Records</h2>
<p>What requests and answers are made of.</p>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<section class="operation" id="${name}" aria-labelledby="${name}-name"><h3 id="${name}-name">${name}</h3>
${schema.description && renderBlock(schema.description)}
${fields(schema, { isRequest: recordsOfRequests.has(name) })}</section>
`,
)}
</main>
${contents(headings, groups, notifications)}
</body>
</html>`;
  return page.toString();
}

function listed(paths: Described["paths"]): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

/** Returns the records to which a part of the document refers, directly and indirectly. */
function recordsIn(part: unknown, schemas: Described["components"]["schemas"], found = new Set<string>()): Set<string> {
  const named = [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(([, name]) => name ?? []);
  for (const name of named.filter((each) => !found.has(each))) recordsIn(schemas[name], schemas, found.add(name));
  return found;
}

function contents(headings: Heading[], groups: { name: string; operations: Listed[] }[], notifications: Listed[]): Markup {
  const link = ({ operation }: Listed) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`;
  return html`<nav id="contents" aria-label="Contents">
<ul>
${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
${groups.map(({ name, operations }) => html`<li><a href="#${anchorOf(name)}"><b>${name}</b></a><ul>${operations.map(link)}</ul></li>`)}
<li><a href="#what-you-are-sent"><b>What you are sent</b></a><ul>${notifications.map(link)}</ul></li>
<li><a href="#records"><b>Records</b></a></li>
</ul>
</nav>`;
}

/** The suffix distinguishes a group's anchor from that of a record with the same name. */
const anchorOf = (group: string) => `${group.toLowerCase()}-operations`;
