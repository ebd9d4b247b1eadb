import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { customerEmailHash } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { type HomeAddress, homeOf } from "@/server/domain/rules/home";
import { textArray } from "./companies-of-account";
import type { PossibleInvoice } from "./rank-candidates";

/** An invoice that one of several payments may be for. Whether its payer is known depends on the payment. */
export interface PossibleOfAnyPayment extends PossibleInvoice {
  companyId: string;
  /** Key of the customer by `customerKey`. */
  customer: string;
  isTransmitted: boolean;
}

/** Loaded invoices by their ids, customers and households. */
export interface LoadedInvoices {
  ofId(id: string): PossibleOfAnyPayment | undefined;
  ofEmail(email: string): readonly PossibleOfAnyPayment[];
  ofHousehold(householdId: string | null): readonly PossibleOfAnyPayment[];
  takeOff(id: string, cents: number): void;
}

/** Loads the invoices with these ids, the other debts of their customers, and all invoices asked for together with them. */
export async function loadInvoices(db: Database, { partnerId }: Actor, ids: readonly string[]): Promise<LoadedInvoices> {
  const rows = await db.execute<Row>(sql`
    with pointed as materialized (select i.id, i.customer_email from invoices i where i.partner_id = ${partnerId} and i.id = any(${textArray(ids)})),
    customers as materialized (
      select distinct ${customerEmailHash({ customerEmail: sql`p.customer_email` })} as hash, customer_key(p.customer_email, '') as email
      from pointed p where p.customer_email <> ''
    ),
    theirs as (
      select i.id from customers c
      cross join lateral (
        select i.id, i.customer_email from invoices i where i.partner_id = ${partnerId} and i.customer_email <> ''
          and ${customerEmailHash({ customerEmail: sql`i.customer_email` })} = c.hash and i.amount_total_cents > 0 and i.retracted_at is null
        offset 0
      ) i
      where customer_key(i.customer_email, '') = c.email
    ),
    together as (
      select other.invoice_id as id from pointed p
      join household_members m on m.partner_id = ${partnerId} and m.invoice_id = p.id
      join household_members other on other.partner_id = m.partner_id and other.lead_invoice_id = m.lead_invoice_id
    )
    select i.id, i.company_id as "companyId", i.invoice_number::text as "invoiceNumber", i.external_invoice_number as "externalInvoiceNumber",
      i.amount_total_cents::text as "outstandingCents", c.currency::text as currency, c.country_code = 'BE' as "isBelgian",
      customer_name(i.customer_organization, i.customer_prefix, i.customer_first_name, i.customer_infix, i.customer_last_name) as "customerName",
      i.customer_last_name as "lastName", coalesce(i.customer_first_name, '') as "firstName", coalesce(i.customer_organization, '') as organization,
      customer_key(i.customer_email, '') as email, customer_key(i.customer_email, i.id) as customer, coalesce(i.direct_debit_iban, '') as "directDebitIban",
      i.retracted_at as "retractedAt", m.transmitted_at is not null as "isTransmitted",
      coalesce(nullif(i.customer_country_code, ''), c.country_code::text) as country, i.customer_zipcode as zipcode, i.customer_address1 as street,
      i.customer_house_number as "houseNumber", i.customer_house_number_extension as extension,
      h.lead_invoice_id as "householdId", coalesce(h.is_by_hand, false) as "isJoinedByHand"
    from (select id from pointed union select id from together union select id from theirs) p
    join invoices i on i.partner_id = ${partnerId} and i.id = p.id
    join imports m on m.partner_id = i.partner_id and m.id = i.import_id
    join companies c on c.partner_id = i.partner_id and c.id = i.company_id
    left join household_members h on h.partner_id = i.partner_id and h.invoice_id = i.id`);
  const loaded = rows.map(({ invoiceNumber, outstandingCents, retractedAt, country, zipcode, street, houseNumber, extension, ...row }) => ({
    ...row,
    home: homeOf({ country, zipcode, street, houseNumber, extension }),
    invoiceNumber: Number(invoiceNumber),
    outstandingCents: Number(outstandingCents),
    retractedAt: retractedAt === null ? null : new Date(retractedAt),
    isKnownPayer: false,
  }));
  const byId = new Map(loaded.map((invoice) => [invoice.id, invoice]));
  const byEmail = groupedBy(loaded, ({ email }) => email);
  const byHousehold = groupedBy(loaded, ({ householdId }) => householdId ?? "");
  return {
    ofId: (id) => byId.get(id),
    ofEmail: (email) => byEmail.get(email) ?? [],
    ofHousehold: (householdId) => byHousehold.get(householdId ?? "") ?? [],
    takeOff: (id, cents) => {
      const invoice = byId.get(id);
      if (invoice) invoice.outstandingCents -= cents;
    },
  };
}

/** Groups the invoices by a key; those with an empty key are left out. */
function groupedBy(invoices: readonly PossibleOfAnyPayment[], keyOf: (invoice: PossibleOfAnyPayment) => string) {
  const groups = new Map<string, PossibleOfAnyPayment[]>();
  for (const invoice of invoices) {
    const key = keyOf(invoice);
    const group = groups.get(key);
    if (group) group.push(invoice);
    else if (key !== "") groups.set(key, [invoice]);
  }
  return groups;
}

interface Row
  extends Record<string, unknown>,
    HomeAddress,
    Omit<PossibleOfAnyPayment, "invoiceNumber" | "outstandingCents" | "retractedAt" | "home" | "isKnownPayer"> {
  invoiceNumber: string;
  outstandingCents: string;
  retractedAt: string | null;
}
