import { codeOf, MARGIN_MODULES, SWISS_WIDTH_MM, swissCross } from "@/server/bank/transfers/transfer-code";
import { html, type Markup, trusted } from "@/server/platform/html";
import type { CustomerPage } from "./page";
import { kindOfReference, transferFacts } from "./transfer-facts";

interface TransferPart {
  isOpen?: boolean;
  /** Whether the customer can report a transfer here. */
  canSay?: boolean;
  /** Number of invoices that the transfer pays. */
  invoices?: number;
}

/** Details for paying by transfer; undefined if transfers are not offered. */
export function transferPart(
  page: CustomerPage,
  { isOpen = page.methods.length === 0, canSay = true, invoices = 1 }: TransferPart = {},
): Markup | undefined {
  const { transfer, saidTransfer, reading, path } = page;
  if (!transfer) return undefined;
  const { say, day } = reading;
  const kind = kindOfReference(transfer, reading);
  return html`<details class="transfer"${isOpen && html` open`}><summary>${say("transfer.title")}</summary><div class="stack">
<dl class="facts">
${transferFacts(transfer, reading).map(
  ({ name, shown, copied }) => html`<dt>${name}</dt><dd><span class="value">${shown}</span>${
    copied !== null &&
    html` <button type="button" class="link copy" data-copy="${copied}" data-done="${say("transfer.copied")}" aria-label="${say("transfer.copyNamed", { name })}" hidden><span aria-live="polite">${say("transfer.copy")}</span></button>`
  }</dd>
`,
)}</dl>
<p class="small">${invoices > 1 ? say("transfer.paysAll", { kind, count: invoices }) : say("transfer.useReference", { kind })}${
    invoices === 1 && page.household && ` ${say("transfer.paysOne", { amount: reading.money(page.invoice.account.outstandingCents) })}`
  }</p>
${picture(page)}
<p class="small">${say("transfer.takes")}</p>
${saidTransfer?.isPausing && html`<p class="small">${say("transfer.said", { date: day(saidTransfer.until) })}</p>`}
${canSay && !saidTransfer && html`<form class="stack tight" method="post" action="${path}/transfer"><button class="button">${say("transfer.iHave")}</button></form>`}
</div></details>`;
}

function picture(page: CustomerPage): Markup | undefined {
  const code = codeOf(page);
  if (!code) return undefined;
  const { modules } = code;
  const size = modules.length + 2 * MARGIN_MODULES;
  const squares = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + MARGIN_MODULES} ${y + MARGIN_MODULES}h1v1h-1z` : [])),
  );
  const { say } = page.reading;
  return html`<figure class="code"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${say("transfer.scan")}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${trusted(squares.join(""))}" fill="#000"/>${
    code.isSwiss && crossOn(modules.length)
  }</svg><figcaption class="small faint">${say("transfer.scan")}</figcaption></figure>`;
}

/** Swiss cross on the picture; sizes in mm on paper. */
function crossOn(modules: number): Markup {
  const modulesPerMm = modules / SWISS_WIDTH_MM;
  const middle = MARGIN_MODULES + modules / 2;
  return html`${swissCross.map(
    ({ width, height, isDark }) =>
      html`<rect x="${middle - (width * modulesPerMm) / 2}" y="${middle - (height * modulesPerMm) / 2}" width="${width * modulesPerMm}" height="${height * modulesPerMm}" fill="${isDark ? "#000" : "#fff"}"/>`,
  )}`;
}

/**
 * Script that shows the copy buttons, which are hidden for browsers without scripts, and copies. While a button says "Copied", that is its
 * accessible name, too. It is the page's only script: the Content-Security-Policy names its hash (`customer-style.ts`), so no other can run.
 */
export const COPY_SCRIPT = `for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  const shown = button.firstElementChild;
  const words = shown.textContent;
  const name = button.getAttribute("aria-label");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    shown.textContent = button.dataset.done;
    button.removeAttribute("aria-label");
    setTimeout(() => {
      shown.textContent = words;
      button.setAttribute("aria-label", name);
    }, 2000);
  });
}`;
