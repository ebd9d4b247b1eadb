"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { Popover } from "@/components/ui/overlay/popover";
import { useRegion } from "@/components/ui/text/region";
import { formatAmount } from "@/server/domain/formats/money";
import { readAmount } from "@/server/domain/formats/read-amount";
import type { ListAddress } from "./list-address";
import type { ListAddressControl } from "./use-list-address";

interface Props {
  list: ListAddressControl;
  trigger: ReactElement<TriggerProps>;
}

/** Popover with the filters of the list. The first click loads its code, so it is open when it mounts. */
export default function FilterPopover({ list, trigger }: Props) {
  const say = useTranslations("invoices.filters");
  const [open, setOpen] = useState(true);
  return (
    <Popover name={say("name")} trigger={trigger} open={open} onOpenChange={setOpen}>
      <FilterForm list={list} onDone={() => setOpen(false)} />
    </Popover>
  );
}

/** Maximum number of imports in the select. */
const MOST_IMPORTS = 100;

function FilterForm({ list: { address, go }, onDone }: { list: ListAddressControl; onDone: () => void }) {
  const say = useTranslations("invoices.filters");
  const trpc = useTRPC();
  const { register, handleSubmit, watch, setError, setValue, formState } = useForm({ defaultValues: valuesOf(address, useRegion()) });
  const company = watch("company");
  const { data: companies } = useQuery(trpc.companies.names.queryOptions());
  const { data: imports } = useQuery(trpc.imports.list.queryOptions({ companyId: company || null, pageNumber: 1, pageSize: MOST_IMPORTS }));

  const apply = handleSubmit(({ company, import: importId, amount, min, max, period, from, to }) => {
    // Null: no bound. Undefined: the text is not an amount.
    const cents = { min: min.trim() ? readAmount(min) : null, max: max.trim() ? readAmount(max) : null };
    for (const name of ["min", "max"] as const) if (cents[name] === undefined) setError(name, { message: say("notAnAmount") });
    if (cents.min === undefined || cents.max === undefined) return;
    go({ company: company || null, import: importId || null, amount, ...cents, period, from: from || null, to: to || null });
    onDone();
  });

  return (
    <form noValidate onSubmit={apply} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field label={say("company")}>
        <Select {...register("company", { onChange: () => setValue("import", "") })}>
          <option value="">{say("anyCompany")}</option>
          {companies?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={say("import")} hint={imports && imports.totalEntries > MOST_IMPORTS ? say("someImports") : undefined}>
        {/* Mounted again once the imports arrive, because a select can show its value only if the option exists. */}
        <Select key={imports ? company : "loading"} {...register("import")}>
          <option value="">{say("anyImport")}</option>
          {imports?.entries.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
          {address.import && !imports?.entries.some(({ id }) => id === address.import) && <option value={address.import}>…</option>}
        </Select>
      </Field>
      <Range
        legend={say("amount")}
        which={
          <Select aria-label={say("amountOf")} {...register("amount")}>
            <option value="outstanding">{say("outstanding")}</option>
            <option value="billed">{say("billed")}</option>
          </Select>
        }
      >
        <Field label={say("from")} error={formState.errors.min}>
          <Input inputMode="decimal" autoComplete="off" {...register("min")} />
        </Field>
        <Field label={say("to")} error={formState.errors.max}>
          <Input inputMode="decimal" autoComplete="off" {...register("max")} />
        </Field>
      </Range>
      <Range
        legend={say("period")}
        which={
          <Select aria-label={say("periodOf")} {...register("period")}>
            <option value="transmitted">{say("transmitted")}</option>
            <option value="due">{say("due")}</option>
            <option value="created">{say("created")}</option>
          </Select>
        }
      >
        <Field label={say("from")}>
          <Input type="date" max="9999-12-31" {...register("from")} />
        </Field>
        <Field label={say("to")}>
          <Input type="date" max="9999-12-31" {...register("to")} />
        </Field>
      </Range>
      <Button type="submit" variant="primary" className="justify-self-start">
        {say("apply")}
      </Button>
    </form>
  );
}

function Range({ legend, which, children }: { legend: ReactNode; which: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line pt-3">
      {/* A legend that does not float would be drawn on the border. */}
      <legend className="float-left mb-1 w-full text-sm font-semibold">{legend}</legend>
      <div className="clear-both">{which}</div>
      <div className="mt-2 grid grid-cols-2 items-start gap-2">{children}</div>
    </fieldset>
  );
}

/** `region`: the reader's, in whose way the amounts are written. */
function valuesOf({ company, import: importId, amount, min, max, period, from, to }: ListAddress, region: string) {
  const typed = (cents: number | null) => (cents === null ? "" : formatAmount(cents, region));
  return {
    company: company ?? "",
    import: importId ?? "",
    amount,
    min: typed(min),
    max: typed(max),
    period,
    from: from ?? "",
    to: to ?? "",
  };
}
