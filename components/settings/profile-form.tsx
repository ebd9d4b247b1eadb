"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { useUnsavedGuard } from "@/components/ui/form/use-unsaved-guard";
import { Detail, Details } from "@/components/ui/text/details";
import { locales, nameOfLocale } from "@/server/domain/formats/locales";
import { newsPaces } from "@/server/domain/rules/news";
import type { Profile } from "@/server/tenancy/people/get-profile";
import { standingOf } from "./rights";

/** The reader's name, language and other settings. After saving, the page is in the chosen language. */
export function ProfileForm({ me }: { me: Profile }) {
  const say = useTranslations("settings.profile");
  const sayRights = useTranslations("settings.rights");
  const textOf = useFailureText();
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const update = useMutation(trpc.session.updateProfile.mutationOptions());
  const { name, locale, singleKeyShortcuts, newsPace } = me;
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: { name, locale, singleKeyShortcuts, newsPace } });
  const { errors, isDirty } = formState;
  useUnsavedGuard(isDirty);

  const save = handleSubmit((profile) =>
    update.mutate(profile, {
      onSuccess: () => {
        reset(profile);
        void queries.invalidateQueries(trpc.session.me.queryFilter());
        router.refresh();
      },
      onError: (error) => {
        if (failureOf(error).fields.name)
          setError("name", { type: "invalid_person_name", message: textOf("invalid_person_name") }, { shouldFocus: true });
      },
    }),
  );
  const failure = update.error && failureOf(update.error);

  return (
    <form noValidate onSubmit={save} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Details>
        <Detail label={say("email")}>{me.email}</Detail>
        <Detail label={say("role")}>{sayRights(`roles.${standingOf(me)}`)}</Detail>
        {me.partnerName && <Detail label={say("partner")}>{me.partnerName}</Detail>}
      </Details>
      {failure && !failure.fields.name && <Refusal key={update.submittedAt} code={failure.code} />}
      <Field label={say("name")} error={errors.name}>
        <Input autoComplete="name" {...register("name")} />
      </Field>
      <Field label={say("language")}>
        <Select {...register("locale")}>
          {locales.map((each) => (
            <option key={each} value={each} lang={each}>
              {nameOfLocale[each]}
            </option>
          ))}
        </Select>
      </Field>
      {me.role !== "support" && (
        <Field label={say("news")} hint={say("newsHint")}>
          <Select {...register("newsPace")}>
            {newsPaces.map((pace) => (
              <option key={pace} value={pace}>
                {say(`newsPaces.${pace}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Checkbox label={say("shortcuts")} hint={say("shortcutsHint")} {...register("singleKeyShortcuts")} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={update.isPending && say("saving")}>
          {say("save")}
        </Button>
        <p role="status" className="text-sm text-done">
          {update.isSuccess && !isDirty && say("saved")}
        </p>
      </div>
    </form>
  );
}
