import { html, type Markup } from "@/server/platform/html";
import { type Answer, type Described, nameIn, type Operation, type Parameter, type Schema } from "./described";
import { fields, typeOf } from "./fields";
import { renderBlock, renderInline } from "./render-markdown";

interface Place {
  method: string;
  /** Path relative to the interface's address; for notifications, their name. */
  path: string;
  /** Address of the interface; undefined for notifications, which we send. */
  server: string | undefined;
}

/** Shows the input and the answers of one operation. */
export function operationSection(operation: Operation, { method, path, server }: Place, { components }: Described): Markup {
  const { operationId, summary, description, deprecated, requestBody, responses } = operation;
  const parameters = (operation.parameters ?? []).flatMap((given) =>
    "$ref" in given ? (components.parameters[nameIn(given)] ?? []) : given,
  );
  const answers = Object.entries(responses).map(([status, given]) => ({
    status,
    answer: "$ref" in given ? components.responses[nameIn(given)] : given,
  }));
  const { schema, example } = requestBody?.content["application/json"] ?? {};
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name">${summary}${deprecated && html` <span class="required">deprecated</span>`}</h3>
<p class="path"><code>${server ? html`<b>${method.toUpperCase()}</b> ${path}` : html`<b>${method.toUpperCase()}</b> your endpoint`}</code></p>
${description && renderBlock(description)}
${parameters.length > 0 && html`<h4>Parameters</h4>${parametersList(parameters)}`}
${schema && html`<h4>Request body</h4>${shapeOf(schema, { isRequest: server !== undefined })}`}
${server && sample(method, `${server}${path}`, example)}
${!server && example !== undefined && code("Example of a body", JSON.stringify(example, null, 2))}
<h4>Answers</h4>
<dl class="answers">
${answers.map(
  ({ status, answer }) =>
    answer &&
    html`<dt>${status}</dt><dd>${answerWords(answer)}</dd>
`,
)}</dl>
</section>`;
}

function parametersList(parameters: Parameter[]): Markup {
  return html`<ul class="fields">
${parameters.map(
  ({
    name,
    in: place,
    required,
    schema,
    description,
  }) => html`<li><code>${name}</code> <span class="type">${place}, ${typeOf(schema)}</span>${required && html` <span class="required">required</span>`}
${description && html`<p>${renderInline(description)}</p>`}</li>
`,
)}</ul>`;
}

/** Shows the codes of a refusal, which its field `error` describes; for other answers, the description, fields and example. */
function answerWords({ description, content }: Answer): Markup {
  const { schema, example } = content?.["application/json"] ?? {};
  const codesList = schema?.properties?.error?.description;
  return html`${codesList ? renderBlock(codesList) : renderBlock(description)}
${!codesList && schema && shapeOf(schema, { isRequest: false })}
${!codesList && example !== undefined && code("Example of an answer", JSON.stringify(example, null, 2))}`;
}

/** Returns a link to a named record, or the fields themselves. */
function shapeOf(schema: Schema, where: { isRequest: boolean }): Markup | undefined {
  return schema.$ref ? html`<p>${typeOf(schema)}</p>` : fields(schema, where);
}

function sample(method: string, url: string, body: unknown): Markup {
  const lines = [
    `curl${method === "get" ? "" : ` -X ${method.toUpperCase()}`} "${url}"`,
    `  -H "Authorization: ApiKey $API_KEY"`,
    ...(body === undefined
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ];
  return code("Example of a request", lines.join(" \\\n"));
}

/** Collapsed, because examples are long; a search in the page still finds them. */
function code(title: string, text: string): Markup {
  return html`<details><summary>${title}</summary><pre tabindex="0"><code>${text}</code></pre></details>`;
}
