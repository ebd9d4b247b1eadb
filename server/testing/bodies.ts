export type Body = Record<string, unknown>;

/** Returns the minimal body of an invoice with the fields that a test adds. */
export function invoiceBody(importId: string, more: Body = {}): Body {
  return {
    import_id: importId,
    external_invoice_number: "2026-0001",
    customer: { name: { last_name: "Brandsma" }, email: { email_address: "ada.brandsma@members.example" } },
    invoice_lines: [{ amount_cents: 4_500, description: "Membership" }],
    amount_total_cents: 4_500,
    ...more,
  };
}

/** Returns the minimal body of a company with the fields that a test adds. */
export function companyBody(more: Body = {}): Body {
  return {
    name: "Rowing Club Northbank",
    brand: "brand_code_1",
    email: "office@northbank.example",
    locale: "nl",
    country_code: "NL",
    currency: "EUR",
    ...more,
  };
}

export const retractionBody: Body = { external_invoice_number: "C-1", description: "Cancelled" };

export const postalAddress: Body = { address1: "Quay 1", zipcode: "1011 AB", city: "Amsterdam", country_code: "NL" };

/** Paths of the texts about a recipient that an invoice may lack, apart from the e-mail address. */
export const optionalTextPaths = [
  "reference",
  "federation_membership_number",
  "club_membership_number",
  "member_external_id",
  "external_membership_number",
  ...["prefix", "first_name", "infix", "organization"].map((name) => `customer.name.${name}`),
  ...["address1", "address2", "locality", "house_number", "house_number_extension", "state", "zipcode", "city", "country_code"].map(
    (name) => `customer.address.${name}`,
  ),
  "customer.phone.phone_number",
  "customer.phone.country_code",
];

/** Returns a copy with the value in the field at the path, such as `customer.name.prefix`. The value undefined removes the field. */
export function withField(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body);
  const names = path.split(".");
  let target = copy;
  for (const name of names.slice(0, -1)) {
    if (typeof target[name] !== "object" || target[name] === null) target[name] = {};
    target = target[name] as Body;
  }
  target[names.at(-1) ?? ""] = value;
  return copy;
}

/** Returns the JSON of `withField` with a value that JavaScript cannot write, such as a number beyond its range. */
export function withJson(body: Body, path: string, json: string): string {
  const mark = "stands for something else";
  return JSON.stringify(withField(body, path, mark)).replace(JSON.stringify(mark), () => json);
}

/** Returns the value at a path of an answer. */
export function fieldAt(body: unknown, path: string): unknown {
  return path.split(".").reduce((inner, name) => (inner as Body | undefined)?.[name], body);
}

/** Returns the rows for `test.each`, one input each. Without the row around it, `test.each` would spread an input that is a list. */
export function inputs<Value>(...values: Value[]): [Value][] {
  return values.map((value) => [value]);
}
