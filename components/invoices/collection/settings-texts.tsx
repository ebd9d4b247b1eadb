import { useTranslations } from "next-intl";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Textarea } from "@/components/ui/form/textarea";
import { type Locale, nameOfLocale } from "@/server/domain/formats/locales";
import { problemOf } from "./problem-of";
import { type SettingsForm, textFields } from "./settings-form-values";

interface Props {
  /** Prefix of the fields' ids. */
  id: string;
  /** Languages to ask for; the first is open. */
  languages: readonly Locale[];
  register: UseFormRegister<SettingsForm>;
  errors: FieldErrors<SettingsForm>;
}

/** The company's own texts, by language. */
export function SettingsTexts({ id, languages, register, errors }: Props) {
  const say = useTranslations("collection");
  return (
    <>
      <p className="text-xs text-ink-faint">{say("groups.wordsHint")}</p>
      {languages.map((locale, nth) => {
        const hasProblem = textFields.some((name) => problemOf(errors, `texts.${locale}.${name}`));
        return (
          <details key={locale} open={nth === 0 || hasProblem} className="border-t border-line pt-3">
            <summary className="cursor-pointer text-sm font-medium">{nameOfLocale[locale]}</summary>
            <div className="mt-3 grid gap-3">
              {textFields.map((name) => {
                const field = `texts.${locale}.${name}` as const;
                const Control = name === "salutation" ? Input : Textarea;
                return (
                  <Field
                    key={name}
                    id={`${id}-${field}`}
                    label={say(`fields.${name}`)}
                    hint={say(`hints.${name}`)}
                    error={problemOf(errors, field)}
                  >
                    <Control lang={locale} autoComplete="off" {...register(field)} />
                  </Field>
                );
              })}
            </div>
          </details>
        );
      })}
    </>
  );
}
