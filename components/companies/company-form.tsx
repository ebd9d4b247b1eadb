"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { ErrorSummary } from "@/components/ui/form/error-summary";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { isLocale, nameOfLocale } from "@/server/domain/formats/locales";
import { type CompanyForm, companyGroups } from "./company-fields";
import { nameOfCountry } from "./name-of-country";

interface Props {
  /** Prefix of the fields' ids. */
  id: string;
  register: UseFormRegister<CompanyForm>;
  errors: FieldErrors<CompanyForm>;
  /** Stored values. A select needs its value as an option until all options are loaded. */
  values: CompanyForm;
  /** Refusal that concerns no single field. */
  refusal: ReactNode;
}

/** All fields of a company, inside a dialog that saves them. */
export function CompanyFormFields({ id, register, errors, values, refusal }: Props) {
  const say = useTranslations("companies");
  const { data: choices } = useQuery(useTRPC().companies.choices.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }));
  const wordsOf = useChoiceWords();
  const refused = companyGroups
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => errors[name])
    .map(({ name }) => ({ fieldId: `${id}-${name}`, label: say(`fields.${name}`) }));

  return (
    <>
      <ErrorSummary fields={refused} />
      {refusal}
      {companyGroups.map(({ title, fields }) => (
        <fieldset key={title} className="grid grid-cols-6 gap-x-4 gap-y-3">
          <legend className="mb-2 text-sm font-semibold">{say(`groups.${title}`)}</legend>
          {fields.map(({ name, width, type, inputMode, choices: choiceKind }) => (
            <Field
              key={name}
              id={`${id}-${name}`}
              label={say(`fields.${name}`)}
              hint={isHinted(name) ? say(`hints.${name}`) : undefined}
              // Without the code, which the text already explains.
              error={errors[name] ? { message: errors[name].message } : null}
              className={`${width} max-sm:col-span-6`}
            >
              {choiceKind ? (
                <Select {...register(name)}>
                  <option value="">{say("choose")}</option>
                  {(choices?.[choiceKind] ?? [values[name]].filter(Boolean)).map((choice) => (
                    <option key={choice} value={choice} lang={choiceKind === "locales" ? choice : undefined}>
                      {wordsOf(choiceKind, choice)}
                    </option>
                  ))}
                </Select>
              ) : (
                <Input type={type} inputMode={inputMode} autoComplete="off" {...register(name)} />
              )}
            </Field>
          ))}
        </fieldset>
      ))}
    </>
  );
}

/** Fields with a hint. */
const hinted = ["email", "partnershipPageUrl", "enterpriseNumber"] as const;
const isHinted = (name: string): name is (typeof hinted)[number] => hinted.some((each) => each === name);

/** Returns a function that words a choice: a country in the reader's language, a language in itself, any other as it is. */
function useChoiceWords(): (kind: "brands" | "locales" | "countryCodes" | "currencies", choice: string) => string {
  const locale = useLocale();
  return (kind, choice) => {
    if (kind === "locales") return isLocale(choice) ? nameOfLocale[choice] : choice;
    return kind === "countryCodes" ? nameOfCountry(choice, locale) : choice;
  };
}
