import { page } from "@/app/(public)/customer-answer";
import { answerCustomer, goTo, type Opened, readInvoice } from "@/app/(public)/i/customer-door";
import { outcomeOf, type Refusal } from "@/app/(public)/i/outcome-of";
import { nameOfCountry } from "@/components/companies/name-of-country";
import { db } from "@/db/client";
import { contactDetails, correctContact } from "@/server/customer-page/correct-contact";
import { type ContactField, contactFields, contactPage } from "@/server/customer-page/document/contact";
import type { Say } from "@/server/customer-page/document/reading";
import { readBritishAccount } from "@/server/domain/banking/british-account";
import { listCountries } from "@/server/domain/formats/countries";

/** Form on which the customer corrects their contact details. */
export async function GET(request: Request, { params }: RouteContext<"/i/[secret]/contact">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, (opened) => showForm(opened));
}

/** Corrects the contact details, or shows the form again with the problems. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/contact">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { actor, form, path } = opened;
    const typed = Object.fromEntries(form);
    const outcome = await outcomeOf(async () => correctContact(db, actor, form.get("version") ?? "", contactDetails.parse(typed)));
    if (outcome.refusal) return showForm(opened, outcome.refusal);
    return goTo(`${path}?done=${outcome.result.isAccountToConfirm ? "toConfirm" : "corrected"}`);
  });
}

/** Shows the form. After a refusal, it keeps the typed values, but has the version of the details that are stored now, for the next try. */
async function showForm(opened: Opened, refusal?: Refusal): Promise<Response> {
  const { invoice, reading } = await readInvoice(opened);
  const { say, locale } = reading;
  // The stored account number is never shown in full, so its field starts empty.
  const stored = { ...invoice, directDebitIban: "" };
  const values = Object.fromEntries(contactFields.map((name) => [name, opened.form.get(name) ?? stored[name] ?? ""])) as Record<
    ContactField,
    string
  >;
  const countries = listCountries()
    .map((code): [string, string] => [code, nameOfCountry(code, locale)])
    .sort(([, one], [, other]) => one.localeCompare(other, locale));
  const problems = refusal ? problemsOf(refusal, values, say) : {};
  // A refusal that belongs to no field is shown above the form.
  const general = refusal && Object.keys(problems).length === 0 ? wordsOf(refusal, say) : undefined;
  const version = invoice.recipientVersion;
  const refusedStatus = refusal?.code === "too_many_attempts" ? 429 : 422;
  return page(contactPage({ ...opened, reading, values, version, countries, problems, refusal: general }), refusal ? refusedStatus : 200);
}

/** Returns the words for each field's problem. A code without a text is left out. */
function problemsOf(refusal: Refusal, typed: Record<ContactField, string>, say: Say): Partial<Record<ContactField, string>> {
  const codes = codesByField(refusal);
  return Object.fromEntries(
    contactFields.flatMap((name) => {
      const code = codes[name];
      if (!isProblemCode(code)) return [];
      // Customers with a British account often type its sort code and number. They are told where its IBAN is.
      const isSortCode = name === "directDebitIban" && readBritishAccount(typed[name]) !== null;
      return [[name, say(`problems.${isSortCode ? "sort_code" : code}`)]];
    }),
  );
}

/**
 * Returns the code of each refused field. If the update would leave no way to reach the customer, the refusal has no fields, and its code
 * tells which field was emptied.
 */
function codesByField({ code, fields }: Refusal): Record<string, string | undefined> {
  const emptiedField = fieldOfCode[code];
  return emptiedField ? { [emptiedField]: code } : fields;
}

function wordsOf({ code }: Refusal, say: Say): string {
  return say(code === "changed_meanwhile" || code === "too_many_attempts" ? `problems.${code}` : "problems.other");
}

/** Field that the customer emptied, by the code of the refusal. */
const fieldOfCode: Record<string, ContactField> = {
  invalid_customer_email: "customerEmail",
  invalid_customer_phone: "customerPhoneNumber",
  invalid_customer_address: "customerAddress1",
};

/** Codes of refusals that have a text for the customer. */
const problemCodes = ["invalid_customer_email", "invalid_customer_phone", "invalid_customer_address", "invalid_direct_debit_iban"] as const;
const isProblemCode = (code: string | undefined): code is (typeof problemCodes)[number] => problemCodes.some((known) => known === code);
