"use client";

import { useTranslations } from "next-intl";
import type { FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { locales, nameOfLocale } from "@/server/domain/formats/locales";
import { fieldProblem } from "./field-problem";
import type { FieldOnPage, RecipientField } from "./recipient-fields";

type Values = Record<RecipientField, string>;

interface Props {
  /** Prefix of the fields' ids, so that a summary can link to them. */
  form: string;
  title: string;
  fields: FieldOnPage[];
  register: (name: RecipientField) => UseFormRegisterReturn;
  errors: FieldErrors<Values>;
}

/** Some of a recipient's fields, side by side in six columns. */
export function RecipientFieldset({ form, title, fields, register, errors }: Props) {
  const say = useTranslations("invoice");
  return (
    <fieldset className="grid grid-cols-6 gap-x-4 gap-y-3">
      <legend className="mb-2 text-sm font-semibold">{title}</legend>
      {fields.map(({ name, width, autoComplete, type }) => (
        <Field
          key={name}
          id={`${form}-${name}`}
          label={say(`fields.${name}`)}
          error={fieldProblem(errors[name])}
          className={`${width} max-sm:col-span-6`}
        >
          {name === "locale" ? (
            <Select {...register(name)}>
              {locales.map((locale) => (
                <option key={locale} value={locale} lang={locale}>
                  {nameOfLocale[locale]}
                </option>
              ))}
            </Select>
          ) : (
            <Input type={type} autoComplete={autoComplete ?? "off"} {...register(name)} />
          )}
        </Field>
      ))}
    </fieldset>
  );
}
