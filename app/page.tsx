import { Brand } from "@/components/ui/brand";

/** What the service is, for whoever comes to its address without a page in mind. */
export default function HomePage() {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="mx-auto grid w-full max-w-120 content-center gap-8 px-4 py-12 sm:px-6">
        <header className="grid gap-4">
          <Brand />
          <h1>Invoices go out, money comes in, every event is a line</h1>
          <p className="text-md">
            Partners hand over the invoices of the companies they work for. The service collects them, adds each payment, fee, chargeback
            and credit to the invoice as a line, and tells the partner.
          </p>
          <p className="text-ink-muted">
            It is made for software that bills on behalf of others: clubs and their federations, schools, landlords. Their systems speak to
            it over one interface.
          </p>
        </header>
        <nav aria-label="For integrators">
          <ul className="border-t border-line-strong">
            <Entry href="/docs" title="Reference">
              Every operation, its errors and examples
            </Entry>
            <Entry href="/api/v2/openapi.json" title="OpenAPI document">
              The same for generators and test tools
            </Entry>
            <Entry href="/api/ready" title="Readiness">
              Whether this service can take requests now
            </Entry>
          </ul>
        </nav>
      </main>
      <aside aria-hidden="true" className="hidden place-items-center border-l border-line bg-canvas p-12 lg:grid">
        <table className="w-full max-w-104 text-md">
          <tbody>
            {account.map(([description, amount]) => (
              <tr key={description} className="border-t border-line first:border-0">
                <td className="py-2">{description}</td>
                <td className="py-2 text-right">{amount}</td>
              </tr>
            ))}
            <tr className="border-t border-ink font-semibold">
              <td className="pt-3">Outstanding</td>
              <td className="pt-3 text-right">
                <span className="double-rule">0.00</span>
              </td>
            </tr>
          </tbody>
        </table>
      </aside>
    </div>
  );
}

const account = [
  ["Membership 2026/27", "240.00"],
  ["Federation contribution", "32.50"],
  ["Volunteer discount", "−40.00"],
  ["Paid by direct debit", "−232.50"],
];

function Entry({ href, title, children }: { href: string; title: string; children: string }) {
  return (
    <li className="border-b border-line">
      {/* No page of this application: the browser loads it anew. */}
      <a className="grid gap-x-4 py-3 sm:grid-cols-[9rem_1fr]" href={href}>
        <span className="font-medium">{title}</span>
        <span className="text-ink-muted">{children}</span>
      </a>
    </li>
  );
}
