import type { AccountToConfirm } from "@/server/customer-page/confirm-account";
import { html, type Markup } from "@/server/platform/html";
import { documentOf } from "./document";
import type { Say } from "./reading";

interface AccountPage {
  say: Say;
  style: string;
  /** Path for posting the confirmation. */
  path: string;
  account: AccountToConfirm;
}

/** Page that asks the customer whether an account number is theirs. Only the button confirms it, because mail scanners follow links. */
export function accountPage({ say, style, path, account: { locale, company, iban, externalInvoiceNumber } }: AccountPage): Markup {
  const title = say("account.title");
  const body = html`<main class="sheet">
<header class="stack tight"><p class="company">${company}</p><h1>${title}</h1></header>
<p>${say("account.body", { company, iban, number: externalInvoiceNumber })}</p>
<form class="stack" method="post" action="${path}"><button class="button primary">${say("account.confirm", { iban })}</button></form>
<p class="small faint">${say("account.notYours", { company })}</p>
</main>`;
  return documentOf({ locale, title, style, body });
}
