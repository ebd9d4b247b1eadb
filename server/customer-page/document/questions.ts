import { html, type Markup } from "./html";
import type { CustomerPage } from "./page";
import { field } from "./parts";

/** As long as a customer's question may be, in characters. */
const LONGEST_QUESTION = 2_000;

/** What was asked and answered, and where to ask more. Who of the company answered is not the customer's to know. */
export function questions({ tickets, invoice, path, question, reading: { say, date } }: CustomerPage): Markup {
  return html`<section class="stack" id="questions">
<h2>${say("questions.title")}</h2>
${
  tickets.length > 0 &&
  html`<div class="conversation">
${tickets.map(({ sender, status, message, createdAt }) => {
  const isOwn = sender === "customer";
  return html`<article class="message${isOwn && " own"}"><header><b>${isOwn ? say("questions.you") : invoice.companyName}</b><time datetime="${createdAt.toISOString()}">${date(createdAt, "moment")}</time>${
    status === "unanswered" && html`<span class="waits">${say("questions.waits")}</span>`
  }</header><div class="text">${message}</div></article>
`;
})}</div>`
}
<form class="stack" method="post" action="${path}/question">
${field({
  id: "message",
  label: say("questions.label"),
  hint: say("questions.hint", { company: invoice.companyName }),
  problem: question?.problem,
  maxlength: LONGEST_QUESTION,
  control: (attributes) => html`<textarea${attributes} rows="3" required>
${question?.message}</textarea>`,
})}
<button class="button">${say("questions.send")}</button>
</form>
</section>`;
}
