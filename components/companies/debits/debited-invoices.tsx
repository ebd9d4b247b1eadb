import Link from "next/link";
import type { ListedComing } from "@/server/bank/debit-files/list-coming";

/** The invoices that a debit pays, each with its customer, who need not be the payer. */
export function DebitedInvoices({ invoices }: Pick<ListedComing, "invoices">) {
  return invoices.map(({ id, number, name }) => (
    <span key={id} className="block leading-6 wrap-anywhere first:-mt-0.5">
      <Link href={`/invoices/${id}`} prefetch={false} className="inline-block">
        {number} {name}
      </Link>
    </span>
  ));
}
