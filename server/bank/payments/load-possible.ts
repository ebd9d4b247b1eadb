import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { customerEmailHash } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { homeOf } from "@/server/domain/rules/home";
import { type AgreedPlan, dueNowCents, followParts, type PlanLine } from "@/server/domain/rules/instalment-account";
import { append } from "./append";
import { memberNumber } from "./namesake-facts";
import type { PossibleInvoice } from "./possible-invoice";

/**
 * An invoice that one of several payments may be for. `isKnownPayer` is false, because it depends on the payment: `findPossible` sets it in
 * a copy.
 */
export interface PossibleOfAnyPayment extends PossibleInvoice {
  companyId: string;
  /** Key of the customer by `customerKey`: the same as `email`, or without an address, the invoice's id. */
  customer: string;
  isTransmitted: boolean;
}

/** Loaded invoices by their ids, customers and households. */
export class LoadedInvoices {
  readonly #byId = new Map<string, PossibleOfAnyPayment>();
  readonly #byEmail = new Map<string, PossibleOfAnyPayment[]>();
  readonly #byHousehold = new Map<string, PossibleOfAnyPayment[]>();
  /** Ids of invoices that were loaded together with the other invoices of their customers and households. */
  readonly #completed = new Set<string>();
  #partsTakenOff = 0;

  /** Number of parts taken off outstanding amounts: at most so many invoices were paid since they were loaded. */
  get partsTakenOff(): number {
    return this.#partsTakenOff;
  }

  ofId(id: string): PossibleOfAnyPayment | undefined {
    return this.#byId.get(id);
  }

  ofEmail(email: string): readonly PossibleOfAnyPayment[] {
    return this.#byEmail.get(email) ?? [];
  }

  ofHousehold(householdId: string | null): readonly PossibleOfAnyPayment[] {
    return this.#byHousehold.get(householdId ?? "") ?? [];
  }

  /** Takes a booked part off the invoice's outstanding amount. */
  takeOff(id: string, cents: number): void {
    this.#partsTakenOff += 1;
    const invoice = this.#byId.get(id);
    if (!invoice) return;
    invoice.outstandingCents -= cents;
    // Only the first payment of a batch is compared with the part of a plan of instalments that is due.
    invoice.partCents = null;
  }

  /**
   * Loads the invoices with these ids, the other debts of their customers, and all invoices asked for together with them. Invoices loaded
   * before keep their amounts, from which parts may have been taken off.
   */
  async load(db: Database, actor: Actor, ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.#completed.has(id));
    if (missing.length === 0) return;
    for (const invoice of await loadInvoices(db, actor, missing)) {
      if (this.#byId.has(invoice.id)) continue;
      this.#byId.set(invoice.id, invoice);
      if (invoice.email !== "") append(this.#byEmail, invoice.email, invoice);
      if (invoice.householdId) append(this.#byHousehold, invoice.householdId, invoice);
    }
    for (const id of missing) this.#completed.add(id);
  }
}

async function loadInvoices(db: Database, { partnerId }: Actor, ids: readonly string[]): Promise<PossibleOfAnyPayment[]> {
  const [found] = await invoicesQuery(db).execute({ partnerId, ids: JSON.stringify(ids) });
  return (found?.invoices ?? []).map(asPossible);
}

/** Makes an invoice of the values in the order of `columns`. */
function asPossible([
  id,
  companyId,
  invoiceNumber,
  externalInvoiceNumber,
  outstandingCents,
  currency,
  isBelgian,
  organization,
  prefix,
  firstName,
  infix,
  lastName,
  email,
  customer,
  directDebitIban,
  retractedAt,
  isTransmitted,
  country,
  zipcode,
  street,
  houseNumber,
  extension,
  city,
  memberNumber,
  plan,
  householdId,
  isJoinedByHand,
]: Row): PossibleOfAnyPayment {
  return {
    id,
    companyId,
    invoiceNumber,
    externalInvoiceNumber,
    outstandingCents,
    partCents: plan && partCentsOf(plan),
    currency,
    isBelgian,
    // Faster than `customer_name` in Postgres, which has the same rule.
    customerName: formatCustomerName({
      customerOrganization: organization,
      customerPrefix: prefix,
      customerFirstName: firstName,
      customerInfix: infix,
      customerLastName: lastName,
    }),
    organization,
    firstName,
    lastName,
    email,
    customer,
    home: homeOf({ country, zipcode, street, houseNumber, extension }),
    address: { zipcode: zipcode ?? "", street: street ?? "", houseNumber: houseNumber ?? "", city: city ?? "" },
    memberNumber,
    householdId,
    isJoinedByHand,
    directDebitIban,
    retractedAt: retractedAt === null ? null : new Date(retractedAt),
    isTransmitted,
    isKnownPayer: false,
  };
}

/** Returns the amount that is to be paid now by a plan of instalments. */
function partCentsOf({ lines, ...plan }: RunningPlan): number {
  const dated = lines.map((line) => ({ ...line, date: new Date(line.date) }));
  return dueNowCents(followParts(plan, dated));
}

const partner = sql.placeholder("partnerId");
const hash = (invoice: SQL) => customerEmailHash({ customerEmail: sql`${invoice}.customer_email` });

// A subquery, so that Postgres does not know the number of ids. With many ids and old statistics, Postgres would join by comparing all rows.
const ids = sql`array(select json_array_elements_text(${sql.placeholder("ids")}::json))`;

/** The running plan of instalments of the invoice `i`, with the invoice's lines (`RunningPlan`); null without a plan. */
const planOfInvoice = sql`(select json_build_object('parts', plan.parts, 'linesCount', plan.lines_count, 'spreads', plan.spreads,
    'dueDays', settings.due_days, 'lines', (select json_agg(json_build_object('type', l.type, 'amountCents', l.amount_cents, 'date', l.date,
      'paymentId', l.payment_id, 'isUndone', coalesce(l.type = 'CHARGEBACK-LINE' and of_line.undone_by is not null, false)) order by l.position)
      from invoice_lines l left join payments of_line on of_line.partner_id = l.partner_id and of_line.id = l.payment_id
      where l.partner_id = i.partner_id and l.invoice_id = i.id))
  from instalment_plans plan
  join import_settings settings on settings.partner_id = i.partner_id and settings.import_id = i.import_id
  where plan.partner_id = i.partner_id and plan.invoice_id = i.id and plan.ended_at is null)`;

/** The values of an invoice `i`, in the order of `Row`. */
const columns = sql`i.id, i.company_id, i.invoice_number, i.external_invoice_number, i.amount_total_cents, c.currency, c.country_code = 'BE',
  coalesce(i.customer_organization, ''), i.customer_prefix, coalesce(i.customer_first_name, ''), i.customer_infix, i.customer_last_name,
  customer_key(i.customer_email, ''), customer_key(i.customer_email, i.id), coalesce(i.direct_debit_iban, ''), i.retracted_at,
  imports.transmitted_at is not null, coalesce(nullif(i.customer_country_code, ''), c.country_code::text), i.customer_zipcode, i.customer_address1,
  i.customer_house_number, i.customer_house_number_extension, i.customer_city, ${memberNumber}, ${planOfInvoice},
  h.lead_invoice_id, coalesce(h.is_by_hand, false)`;

// Prepared, because planning this query takes as long as running it for some dozens of payments. Finds invoices of the same customer by the
// indexed hash of the e-mail address, and then compares the addresses, because different addresses may have the same hash. `offset 0` keeps
// Postgres from merging that subquery into the join, so that it looks up each hash by the index.
const invoicesQuery = prepared((db) =>
  db
    // As one value, because reading columns row by row takes longer than finding them; without names, because these take as long as all else.
    .select({ invoices: sql<Row[] | null>`json_agg(found.row)` })
    .from(sql`(with pointed as materialized (
        select i.id, i.customer_email from invoices i where i.partner_id = ${partner} and i.id = any(${ids})
      ),
      customers as materialized (
        select distinct ${hash(sql`pointed`)} as hash, customer_key(pointed.customer_email, '') as email from pointed
        where pointed.customer_email <> ''
      ),
      theirs as (
        select same_hash.id from customers
        cross join lateral (
          select i.id, i.customer_email from invoices i where i.partner_id = ${partner} and i.customer_email <> ''
            and ${hash(sql`i`)} = customers.hash and i.amount_total_cents > 0 and i.retracted_at is null
          offset 0
        ) same_hash
        where customer_key(same_hash.customer_email, '') = customers.email
      ),
      together as (
        select other.invoice_id as id from pointed
        join household_members own on own.partner_id = ${partner} and own.invoice_id = pointed.id
        join household_members other on other.partner_id = own.partner_id and other.lead_invoice_id = own.lead_invoice_id
      )
      select json_build_array(${columns}) as row
      from (select id from pointed union select id from together union select id from theirs) wanted
      join invoices i on i.partner_id = ${partner} and i.id = wanted.id
      join imports on imports.partner_id = i.partner_id and imports.id = i.import_id
      join companies c on c.partner_id = i.partner_id and c.id = i.company_id
      left join household_members h on h.partner_id = i.partner_id and h.invoice_id = i.id
    ) found`)
    .prepare("load_possible_invoices"),
);

type Row = [
  id: string,
  companyId: string,
  invoiceNumber: number,
  externalInvoiceNumber: string,
  outstandingCents: number,
  currency: string,
  isBelgian: boolean,
  organization: string,
  prefix: string | null,
  firstName: string,
  infix: string | null,
  lastName: string,
  email: string,
  customer: string,
  directDebitIban: string,
  retractedAt: string | null,
  isTransmitted: boolean,
  country: string | null,
  zipcode: string | null,
  street: string | null,
  houseNumber: string | null,
  extension: string | null,
  city: string | null,
  memberNumber: string,
  plan: RunningPlan | null,
  householdId: string | null,
  isJoinedByHand: boolean,
];

/** A plan of instalments that goes on, with its invoice's lines as JSON has them. */
type RunningPlan = AgreedPlan & { lines: (Omit<PlanLine, "date"> & { date: string })[] };
