import type { FailedDebit } from "@/server/billing/mandates/find-failed-debit";
import type { ConsentFaults } from "@/server/customer-page/give-mandate";
import type { MandateTerms, MandateWords } from "@/server/customer-page/mandate-offer";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { html, type Markup } from "@/server/platform/html";
import { anotherAccountWords, failedDebitWords } from "./debit";
import { documentOf } from "./document";
import type { CustomerPage } from "./page";
import { field, notice } from "./parts";
import type { Reading, Say } from "./reading";

/** The payer's mandate for direct debits, with a button to withdraw it; or, where the company takes debits, a link to give one. */
export function mandateSection({
  ofMandate: { mandate, isOffered },
  invoice,
  plan,
  path,
  reading: { say, day },
}: CustomerPage): Markup | undefined {
  if (!mandate && !isOffered) return undefined;
  const company = invoice.companyName;
  const isAsked = !invoice.retractedAt && invoice.account.outstandingCents > 0 && !plan?.debit;
  const untilThen = isAsked && say("mandate.untilThen");
  if (!mandate)
    return html`<section class="stack" id="mandate">
<h2>${say("mandate.title")}</h2>
<p>${say("mandate.offer", { company })} ${untilThen}</p>
<a class="button" href="${path}/mandate">${say("mandate.give")}</a>
</section>`;
  const { holder, iban, reference, signedOn, scheme } = mandate;
  const expiredOn = plan?.mandateExpiredOn;
  const facts = [
    [say("mandate.holder"), holder],
    [say("mandate.account"), maskIban(iban)],
    [say("mandate.reference"), reference],
    [say("mandate.givenOn"), day(signedOn)],
  ];
  return html`<section class="stack" id="mandate">
<h2>${say("mandate.title")}</h2>
<p>${expiredOn ? say("mandate.expires", { company, date: day(expiredOn) }) : html`${say("mandate.held", { company })} ${untilThen}`}</p>
<dl class="facts stacked">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
${isOffered && html`<a class="button" href="${path}/mandate">${say("mandate.change")}</a>`}
<details><summary>${say("mandate.withdraw")}</summary>
<form class="stack tight" method="post" action="${path}/mandate/withdraw">
<input type="hidden" name="reference" value="${reference}">
<p>${say("mandate.withdrawBody", { company, scheme })}</p>
<button class="button">${say("mandate.withdrawNow", { reference })}</button>
</form></details>
</section>`;
}

/** Returns the words that a payer agrees to: those of the EPC's core mandate, and the service's notice and scope. */
export function wordsOfMandate(terms: MandateTerms, say: Say): MandateWords {
  const { companyName: company, creditorName: creditor, creditorIdentifier, creditorAddress, reference, noticeDays: days } = terms;
  return {
    title: say("mandate.form.title"),
    facts: [
      [say("mandate.form.creditor"), creditor],
      [say("mandate.form.identifier"), creditorIdentifier],
      ...(creditorAddress ? [[say("mandate.form.address"), creditorAddress] as [string, string]] : []),
      [say("mandate.reference"), reference],
      [say("mandate.form.kind"), say("mandate.form.recurrent")],
    ],
    paragraphs: [
      say("mandate.form.authorise", { creditor }),
      say("mandate.form.refund"),
      say("mandate.form.notice", { days }),
      say("mandate.form.scope", { company }),
    ],
    agreement: say("mandate.form.agree"),
  };
}

interface MandatePage {
  reading: Reading;
  style: string;
  path: string;
  companyName: string;
  words: MandateWords;
  /** Version of what is shown. */
  version: string;
  /** The partner's current day. */
  today: string;
  /** As typed and refused; at first the customer's name. */
  values: { holder: string; iban: string; bic: string; agrees: boolean };
  problems: Partial<Record<keyof ConsentFaults, string>>;
  /** Text of a refusal that concerns no single field. */
  refusal?: string;
  /** The debit that failed because of the account, which ended the former mandate. */
  failedDebit?: FailedDebit | null;
}

/** Page on which the payer gives a mandate. */
export function mandatePage({
  reading,
  style,
  path,
  companyName,
  words,
  version,
  today,
  values,
  problems,
  refusal,
  failedDebit,
}: MandatePage): Markup {
  const { say, day, locale } = reading;
  const { title, facts, paragraphs, agreement } = words;
  const shown = [...facts, [say("mandate.form.date"), day(today)]];
  const agrees = html`<input type="checkbox" id="agrees" name="agrees" value="yes"${values.agrees && html` checked`}${
    problems.agrees && html` aria-invalid="true" aria-describedby="agrees-problem"`
  }>`;
  const body = html`<main class="sheet">
<header class="stack tight"><p class="company">${companyName}</p><h1>${title}</h1></header>
${refusal && notice("late", html`<p>${refusal}</p>`, "alert")}
${failedDebit && notice("attention", html`<p>${failedDebitWords(failedDebit, reading)} ${anotherAccountWords(failedDebit, companyName, reading)}</p>`)}
<dl class="facts stacked">${shown.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
${paragraphs.map(
  (text) => html`<p>${text}</p>
`,
)}<form class="stack" method="post" action="${path}/mandate" novalidate>
<input type="hidden" name="version" value="${version}">
${field({ id: "holder", label: say("mandate.holder"), value: values.holder, problem: problems.holder, hint: say("mandate.form.holderHint"), autocomplete: "name", maxlength: 70 })}
${field({ id: "iban", label: "IBAN", value: values.iban, problem: problems.iban, autocomplete: "off", maxlength: 50 })}
${(problems.bic || values.bic) && field({ id: "bic", label: "BIC", value: values.bic, problem: problems.bic, hint: say("mandate.form.bicHint"), autocomplete: "off", maxlength: 20 })}
<div class="field"><label class="tick" for="agrees">${agrees}<span>${agreement}</span></label>
${problems.agrees && html`<span class="problem" id="agrees-problem">${problems.agrees}</span>`}</div>
<button class="button primary">${say("mandate.form.confirm")}</button>
<a class="button" href="${path}">${say("contact.back")}</a>
<p class="small faint">${say("mandate.form.copy")}</p>
</form>
</main>`;
  return documentOf({ locale, title, style, body });
}
