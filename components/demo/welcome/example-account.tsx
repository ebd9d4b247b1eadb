import { useFormatter, useTranslations } from "next-intl";

/** An example of the service: the account of an invoice from its first line until nothing is outstanding. */
export function ExampleAccount() {
  const say = useTranslations("welcome.example");
  const { number } = useFormatter();
  const amount = (cents: number) => number(cents / 100, { minimumFractionDigits: 2 }).replace("-", "−");
  const lines = [
    [say("membership"), 24_000],
    [say("contribution"), 3_250],
    [say("discount"), -4_000],
    [say("paid"), -23_250],
  ] as const;
  return (
    <table className="w-full max-w-104 text-md">
      <tbody>
        {lines.map(([description, cents]) => (
          <tr key={description} className="border-t border-line first:border-0">
            <td className="py-2">{description}</td>
            <td className="py-2 text-right">{amount(cents)}</td>
          </tr>
        ))}
        <tr className="border-t border-ink font-semibold">
          <td className="pt-3">{say("outstanding")}</td>
          <td className="pt-3 text-right">
            <span className="double-rule">{amount(0)}</span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
