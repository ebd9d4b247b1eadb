import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PortalClient } from "@/components/data/trpc";
import { Entrance } from "@/components/sign-in/entrance";
import { ForgottenForm } from "@/components/sign-in/forgotten-form";
import { Words } from "@/components/translations/words";
import { hasDevelopmentMailbox } from "@/server/platform/mail/development-mailbox";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("forgottenPage.title") };
}

/** Form for a forgotten password, which mails a link. The answer does not reveal whether the address has an account. */
export default async function ForgottenPage() {
  const say = await getTranslations("signIn");
  return (
    <Entrance title={say("forgottenPage.title")} address="/forgotten">
      <Words of={["signIn"]}>
        <PortalClient>
          <ForgottenForm hasMailbox={hasDevelopmentMailbox()} />
        </PortalClient>
      </Words>
    </Entrance>
  );
}
