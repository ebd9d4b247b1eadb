import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { addressLines } from "@/server/domain/formats/postal-address";
import { html, type Markup } from "@/server/platform/html";
import { documentOf } from "./document";
import type { CustomerPage } from "./page";
import { field, icon, notice } from "./parts";
import type { Reading } from "./reading";

/** The customer's contact details, as far as they are known. An unknown account is left out beside a mandate, which names one. */
export function contactSection({ invoice, ofMandate, path, reading: { say } }: CustomerPage): Markup {
  const phone = [invoice.customerPhoneCountryCode, invoice.customerPhoneNumber].filter(Boolean).join(" ");
  const none = say("contact.none");
  const account = maskIban(invoice.directDebitIban);
  const facts = [
    [say("contact.email"), invoice.customerEmail || none],
    [say("contact.phone"), phone || none],
    [say("contact.address"), addressOf(invoice).join(", ") || none],
    ...(account || !ofMandate.mandate ? [[say("contact.account"), account || say("contact.noAccount")]] : []),
  ];
  return html`<section class="stack">
<h2>${say("contact.title")}</h2>
<dl class="facts">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<a class="button" href="${path}/contact">${icon("pencil")}${say("contact.change")}</a>
</section>`;
}

/** Fields that the customer may correct. */
export const contactFields = [
  "customerEmail",
  "customerPhoneCountryCode",
  "customerPhoneNumber",
  "customerAddress1",
  "customerHouseNumber",
  "customerHouseNumberExtension",
  "customerZipcode",
  "customerCity",
  "customerCountryCode",
  "directDebitIban",
] as const;

export type ContactField = (typeof contactFields)[number];

interface ContactPage {
  reading: Reading;
  style: string;
  path: string;
  /** Values of the fields: as stored, or as typed and refused. */
  values: Record<ContactField, string>;
  /** Version of the details that the customer saw, so that no concurrent change is overwritten. */
  version: string;
  /** All countries, by code and name. */
  countries: [code: string, name: string][];
  problems: Partial<Record<ContactField, string>>;
  /** Text of a refusal that concerns no single field. */
  refusal?: string;
}

/** Page on which customers correct their contact details. */
export function contactPage({ reading, style, path, values, version, countries, problems, refusal }: ContactPage): Markup {
  const { say } = reading;
  const title = say("contact.changeTitle");
  const input = (id: ContactField, label: string, autocomplete: string, more: Partial<Parameters<typeof field>[0]> = {}) =>
    field({ id, label, autocomplete, value: values[id], problem: problems[id], ...more });
  const body = html`<main class="sheet">
<header class="stack tight"><h1>${title}</h1></header>
${refusal && notice("late", html`<p>${refusal}</p>`, "alert")}
<form class="stack" method="post" action="${path}/contact" novalidate>
<input type="hidden" name="version" value="${version}">
${input("customerEmail", say("contact.email"), "email", { type: "email", hint: say("contact.emailHint") })}
<div class="pair turned">
${input("customerPhoneCountryCode", say("contact.phoneCountry"), "tel-country-code")}
${input("customerPhoneNumber", say("contact.phone"), "tel-national", { type: "tel" })}
</div>
${input("customerAddress1", say("contact.street"), "address-line1")}
<div class="pair">
${input("customerHouseNumber", say("contact.houseNumber"), "off")}
${input("customerHouseNumberExtension", say("contact.extension"), "off")}
</div>
<div class="pair turned">
${input("customerZipcode", say("contact.zipcode"), "postal-code")}
${input("customerCity", say("contact.city"), "address-level2")}
</div>
${input("customerCountryCode", say("contact.country"), "country", {
  maxlength: 0,
  control: (attributes) =>
    html`<select${attributes}><option value=""></option>${countries.map(
      ([code, name]) => html`<option value="${code}"${code === values.customerCountryCode && html` selected`}>${name}</option>`,
    )}</select>`,
})}
${input("directDebitIban", say("contact.newAccount"), "off", { hint: say("contact.newAccountHint") })}
<button class="button primary">${say("contact.save")}</button>
<a class="button" href="${path}">${say("contact.back")}</a>
</form>
</main>`;
  return documentOf({ locale: reading.locale, title, style, body });
}

/** Returns the lines of the customer's address. A missing country is the company's. */
export function addressOf(invoice: InvoiceRecord): string[] {
  return addressLines({
    street: invoice.customerAddress1,
    houseNumber: [invoice.customerHouseNumber, invoice.customerHouseNumberExtension].filter(Boolean).join(" "),
    second: invoice.customerAddress2,
    zipcode: invoice.customerZipcode,
    city: invoice.customerCity,
    country: invoice.customerCountryCode ?? invoice.companyCountryCode,
  });
}
