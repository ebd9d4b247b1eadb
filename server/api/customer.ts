import { z } from "zod";
import type { Recipient } from "@/server/billing/invoices/invoice";
import {
  readCustomerCountry,
  readCustomerEmail,
  readCustomerLastName,
  readCustomerPhone,
  readPhoneCountry,
} from "@/server/billing/invoices/recipient-fields";
import { isReachable } from "@/server/domain/rules/reach";
import type { ErrorCode } from "@/server/errors";
import { changedText, field, isNothing, optionalText, type readText, requiredText } from "@/server/platform/fields";
import { textOrNull } from "./resource";

/** The customer as partners see it. This is the contract: add to it, never rename. */
export const customerResource = z
  .strictObject({
    name: z.strictObject({
      prefix: textOrNull(),
      first_name: textOrNull(),
      infix: textOrNull(),
      last_name: z.string(),
      organization: textOrNull(),
    }),
    address: z.strictObject({
      address1: textOrNull(),
      address2: textOrNull(),
      locality: textOrNull(),
      house_number: textOrNull(),
      house_number_extension: textOrNull(),
      state: textOrNull(),
      zipcode: textOrNull(),
      city: textOrNull(),
      country_code: textOrNull(),
    }),
    email: z.strictObject({ email_address: textOrNull() }),
    phone: z.strictObject({ phone_number: textOrNull(), country_code: textOrNull() }),
  })
  .meta({ id: "Customer" });

type Customer = Pick<Recipient, Extract<keyof Recipient, `customer${string}`>>;

export function presentCustomer(customer: Customer): z.infer<typeof customerResource> {
  return {
    name: {
      prefix: customer.customerPrefix,
      first_name: customer.customerFirstName,
      infix: customer.customerInfix,
      last_name: customer.customerLastName,
      organization: customer.customerOrganization,
    },
    address: {
      address1: customer.customerAddress1,
      address2: customer.customerAddress2,
      locality: customer.customerLocality,
      house_number: customer.customerHouseNumber,
      house_number_extension: customer.customerHouseNumberExtension,
      state: customer.customerState,
      zipcode: customer.customerZipcode,
      city: customer.customerCity,
      country_code: customer.customerCountryCode,
    },
    email: { email_address: customer.customerEmail },
    phone: { phone_number: customer.customerPhoneNumber, country_code: customer.customerPhoneCountryCode },
  };
}

type TextField<Text> = (code: ErrorCode, options?: { read?: typeof readText }) => z.ZodType<Text>;

/**
 * Returns the parts of a customer and their fields, each with its code. `text` makes the schema of a field. New customers and changes pass
 * different ones, because they treat absent fields differently.
 */
function fieldsOf<Text, LastName>(text: TextField<Text>, lastName: z.ZodType<LastName>) {
  const name = () => text("invalid_customer_name");
  const address = () => text("invalid_customer_address");
  return {
    name: { prefix: name(), first_name: name(), infix: name(), last_name: lastName, organization: name() },
    email: { email_address: text("invalid_customer_email", { read: readCustomerEmail }) },
    phone: {
      phone_number: text("invalid_customer_phone", { read: readCustomerPhone }),
      country_code: text("invalid_customer_phone", { read: readPhoneCountry }),
    },
    address: {
      address1: address(),
      address2: address(),
      locality: address(),
      house_number: address(),
      house_number_extension: address(),
      state: address(),
      zipcode: address(),
      city: address(),
      country_code: text("invalid_customer_address", { read: readCustomerCountry }),
    },
  };
}

/** Reads a part of the customer. An absent part counts as a part without fields; so does null, unless `whenNull` returns other fields. */
function part<Shape extends z.core.$ZodShape>(code: ErrorCode, shape: Shape, whenNull: (shape: Shape) => object = () => ({})) {
  return z.preprocess((given) => (given === null ? whenNull(shape) : (given ?? {})), z.object(shape, { error: code }));
}

function partsOf<Text, LastName>(
  { name, email, phone, address }: ReturnType<typeof fieldsOf<Text, LastName>>,
  whenNull?: (shape: z.core.$ZodShape) => object,
) {
  return {
    name: part("invalid_customer_name", name),
    email: part("invalid_customer_email", email, whenNull),
    phone: part("invalid_customer_phone", phone, whenNull),
    address: part("invalid_customer_address", address, whenNull),
  };
}

const allNull = (shape: z.core.$ZodShape) => Object.fromEntries(Object.keys(shape).map((name) => [name, null]));

/** Whether a customer has both parts that `isLoneCountryCode` reads, even if fields within them were refused. */
const hasParts = (value: unknown) => typeof value === "object" && value !== null && "phone" in value && "address" in value;

/** Customer of a new invoice, who must be reachable by at least one channel. */
export const newCustomer = z
  .object(partsOf(fieldsOf(optionalText, requiredText("invalid_customer_last_name"))), { error: "invalid_customer" })
  // Checked even if the address was refused, although zod then skips checks by default: the contract gives the telephone's error
  // precedence.
  .refine((customer) => !isLoneCountryCode(customer), { error: "invalid_customer_phone", when: ({ value }) => hasParts(value) })
  .transform(columnsOf)
  .refine(isReachable, { error: "invalid_customer_address" });

/** Fields to change. A channel set to null clears its fields. */
export const changedCustomer = z
  .preprocess(
    (given) => given ?? {},
    z.object(
      partsOf(
        fieldsOf(changedText, field("invalid_customer_last_name", readCustomerLastName, { type: "string", minLength: 1, maxLength: 255 })),
        allNull,
      ),
      { error: "invalid_customer" },
    ),
  )
  .transform(columnsOf);

type Given<Text, LastName> = {
  [Part in keyof ReturnType<typeof fieldsOf<Text, LastName>>]: {
    [Name in keyof ReturnType<typeof fieldsOf<Text, LastName>>[Part]]: z.output<ReturnType<typeof fieldsOf<Text, LastName>>[Part][Name]>;
  };
};

/** Converts snake case to the names in the services. */
function columnsOf<Text, LastName>({ name, email, phone, address }: Given<Text, LastName>) {
  return {
    customerPrefix: name.prefix,
    customerFirstName: name.first_name,
    customerInfix: name.infix,
    customerLastName: name.last_name,
    customerOrganization: name.organization,
    customerAddress1: address.address1,
    customerAddress2: address.address2,
    customerLocality: address.locality,
    customerHouseNumber: address.house_number,
    customerHouseNumberExtension: address.house_number_extension,
    customerState: address.state,
    customerZipcode: address.zipcode,
    customerCity: address.city,
    customerCountryCode: address.country_code,
    customerEmail: email.email_address,
    customerPhoneNumber: phone.phone_number,
    customerPhoneCountryCode: phone.country_code,
  };
}

/** Whether the customer has a telephone country code without a number and no other contact. */
function isLoneCountryCode(customer: Given<string | null, string>): boolean {
  const columns = columnsOf(customer);
  return !isNothing(columns.customerPhoneCountryCode) && !isReachable(columns);
}
