import { donationLimits } from "@/server/domain/rules/donation";
import { html, type Markup } from "@/server/platform/html";
import type { CustomerPage } from "./page";
import { field } from "./parts";

/** Form for a donation, if the company accepts them. A donation is never owed, so it can only be added to a payment. */
export function donationForm({ invoice, methods, donation, path, reading: { say, money } }: CustomerPage): Markup {
  return html`<details${donation && html` open`}><summary>${say("donation.open")}</summary>
<form class="stack" method="post" action="${path}/donation">
${field({
  id: "amount",
  label: say("donation.amount", { currency: invoice.currency }),
  hint: say("donation.hint", {
    company: invoice.companyName,
    least: money(donationLimits.leastCents),
    most: money(donationLimits.mostCents),
  }),
  value: donation?.amount,
  problem: donation?.problem,
  autocomplete: "off",
  maxlength: 20,
  control: (attributes) => html`<input${attributes} type="text" inputmode="decimal" value="${donation?.amount}" required>`,
})}
${methods.map((method) => html`<button class="button" name="method" value="${method}">${say("donation.giveAndPay", { method: say(`methods.${method}`) })}</button>`)}
</form></details>`;
}
