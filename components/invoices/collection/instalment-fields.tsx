import { useTranslations } from "next-intl";
import type { UseFormRegister } from "react-hook-form";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { useRegion } from "@/components/ui/text/region";
import { formatDay } from "@/server/domain/formats/dates";
import { consumerOffer, instalmentLawOf } from "@/server/domain/rules/instalment-rules";
import { missedPartRules } from "@/server/domain/rules/instalment-settings";
import type { problemOf } from "./problem-of";
import type { instalmentFields, SettingsForm } from "./settings-form-values";

interface Props {
  /** Prefix of the fields' ids. */
  id: string;
  currency: string;
  /** The company's country. */
  country: string;
  register: UseFormRegister<SettingsForm>;
  problem: (name: (typeof instalmentFields)[number]) => ReturnType<typeof problemOf>;
}

/** Fields for instalments, with a note on the instalments that the law of the company's country lets it offer to consumers. */
export function InstalmentFields({ id, currency, country, register, problem }: Props) {
  const say = useTranslations("collection");
  const common = (name: (typeof instalmentFields)[number]) => ({
    id: `${id}-${name}`,
    label: say(`fields.${name}`, { currency }),
    error: problem(name),
    className: "col-span-3 max-sm:col-span-6",
  });
  return (
    <fieldset className="col-span-6 grid grid-cols-6 gap-x-4 gap-y-3">
      <legend className="mb-1 text-sm font-medium">{say("groups.instalments")}</legend>
      <Field
        {...common("instalmentsFromCents")}
        hint={`${say("hints.instalmentsFromCents")} ${say("hints.instalmentsConsumers", { consumer: consumerOffer(country) })}`.trim()}
      >
        <Input inputMode="decimal" autoComplete="off" {...register("instalmentsFromCents")} />
      </Field>
      <Field {...common("instalmentsMostParts")} hint={say("hints.instalmentsMostParts")}>
        <Input inputMode="numeric" autoComplete="off" {...register("instalmentsMostParts")} />
      </Field>
      <Field {...common("instalmentsEveryDays")} hint={say("hints.instalmentsEveryDays")}>
        <Input inputMode="numeric" autoComplete="off" {...register("instalmentsEveryDays")} />
      </Field>
      <Field {...common("instalmentsFeeCents")} hint={say("hints.instalmentsFeeCents")}>
        <Input inputMode="decimal" autoComplete="off" {...register("instalmentsFeeCents")} />
      </Field>
      <Field {...common("instalmentsMissed")}>
        <Select {...register("instalmentsMissed")}>
          {missedPartRules.map((rule) => (
            <option key={rule} value={rule}>
              {say(`missed.${rule}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field {...common("instalmentsPeriodBeginsOn")} hint={say("hints.instalmentsPeriodBeginsOn")}>
        <Input type="date" {...register("instalmentsPeriodBeginsOn")} />
      </Field>
      <Field {...common("instalmentsPeriodEndsOn")} hint={say("hints.instalmentsPeriodEndsOn")}>
        <Input type="date" {...register("instalmentsPeriodEndsOn")} />
      </Field>
      <InstalmentLaw country={country} />
    </fieldset>
  );
}

/** States the instalments that consumers in the company's country may be offered, and the sources. */
function InstalmentLaw({ country }: Pick<Props, "country">) {
  const say = useTranslations("collection.hints");
  const region = useRegion();
  const { period } = instalmentLawOf(country).consumer;
  return (
    <p className="col-span-6 text-xs text-ink-faint">
      {say("instalmentLaw", { consumer: consumerOffer(country) })}{" "}
      {say("feeSource", { source: period.source, date: formatDay(period.asOf, region, "date") })}
    </p>
  );
}
