"use client";

import { useTranslations } from "next-intl";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { FieldGroup } from "@/components/ui/form/field";
import { Radio } from "@/components/ui/form/radio";
import { CompanyChoice } from "./company-choice";
import { type RightsForm, standings } from "./rights";

/** Role and companies of a member, as part of a form. */
export function RightsFields() {
  const say = useTranslations("settings.rights");
  const { register, control, formState } = useFormContext<RightsForm>();
  const { role, reach } = useWatch({ control });
  const { errors } = formState;
  return (
    <>
      <FieldGroup label={say("role")} error={errors.role}>
        {standings.map((standing) => (
          <Radio key={standing} value={standing} label={say(`roles.${standing}`)} hint={say(`hints.${standing}`)} {...register("role")} />
        ))}
      </FieldGroup>
      {role !== "administrator" && (
        <FieldGroup label={say("companies")} error={problemOf(errors.companyIds)}>
          <Radio value="all" label={say("all")} hint={say("allHint")} {...register("reach")} />
          <Radio value="chosen" label={say("chosen")} {...register("reach")} />
          {reach === "chosen" && (
            <Controller
              control={control}
              name="companyIds"
              render={({ field }) => <CompanyChoice chosen={field.value} onChange={field.onChange} searchRef={field.ref} />}
            />
          )}
        </FieldGroup>
      )}
    </>
  );
}

/** Returns the problem of a whole list. The form's types know only problems of entries, but an empty list can be refused as well. */
function problemOf(error: { message?: string; type?: string | number } | undefined) {
  return error && { message: error.message, type: error.type };
}
