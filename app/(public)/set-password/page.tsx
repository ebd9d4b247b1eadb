import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PortalClient } from "@/components/data/trpc";
import { ChoosePasswordForm } from "@/components/sign-in/choose-password-form";
import { Entrance } from "@/components/sign-in/entrance";
import { Words } from "@/components/translations/words";
import { ButtonLink } from "@/components/ui/form/button-link";
import { db } from "@/db/client";
import { DomainError } from "@/server/errors";
import { type FoundToken, findToken } from "@/server/tenancy/people/find-token";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("setPassword.title") };
}

/** Form for choosing a password. The link to it was mailed as an invitation or for a forgotten password; opening it does not use it up. */
export default async function SetPasswordPage({ searchParams }: PageProps<"/set-password">) {
  const { token: given } = await searchParams;
  const token = typeof given === "string" ? given : "";
  const found = await findTokenIfValid(token);
  const say = await getTranslations("signIn");
  const address = `/set-password?token=${encodeURIComponent(token)}`;
  return (
    <Entrance title={say(found ? "setPassword.title" : "deadLink.title")} address={address}>
      {found ? (
        <Words of={["signIn"]}>
          <PortalClient>
            <ChoosePasswordForm token={token} found={{ ...found, needsName: found.name === "" }} />
          </PortalClient>
        </Words>
      ) : (
        <DeadLink />
      )}
    </Entrance>
  );
}

async function findTokenIfValid(token: string): Promise<FoundToken | undefined> {
  try {
    return await findToken(db, token);
  } catch (error) {
    if (error instanceof DomainError && error.code === "link_not_valid") return undefined;
    throw error;
  }
}

/** Shown if the link is unknown, used or expired. */
function DeadLink() {
  const say = useTranslations("signIn.deadLink");
  return (
    <>
      <p className="text-ink-muted">{say("body")}</p>
      <ButtonLink href="/forgotten" variant="primary" size="tall">
        {say("ask")}
      </ButtonLink>
    </>
  );
}
