import { donationLimits } from "@/server/domain/donation";
import { readAmount } from "@/server/domain/read-amount";
import { html, type Markup } from "./html";
import type { CustomerPage } from "./page";
import { field } from "./parts";

/** Where the company takes them, a donation can be added, and paid with the rest at once. */
export function donationForm({ invoice, methods, donation, path, reading: { say, money } }: CustomerPage): Markup {
  const [usual] = methods;
  return html`<details${donation && html` open`}><summary>${say("donation.open")}</summary>
<form class="stack" method="post" action="${path}/donation">
<input type="hidden" name="lines" value="${invoice.lines.length}">
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
<button class="button">${say("donation.add")}</button>
${usual && html`<button class="button" name="method" value="${usual}">${say("donation.addAndPay", { method: say(`methods.${usual}`) })}</button>`}
</form></details>`;
}

const signs = { EUR: /€|eur/gi, GBP: /£|gbp/gi, CHF: /chf|fr\.?/gi };

/** The amount that a customer typed, in cents: as staff may type it, also with a currency sign or a dash. Undefined if it is not an amount. */
export function readDonation(typed: string, currency: keyof typeof signs): number | undefined {
  return readAmount(typed.replace(signs[currency], "").replace(/[.,][-–—]\s*$/, ""));
}
