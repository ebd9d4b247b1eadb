import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Entrance } from "@/components/sign-in/entrance";
import { ProviderButtons } from "@/components/sign-in/provider-buttons";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Words } from "@/components/translations/words";
import { Banner } from "@/components/ui/page/banner";
import { signedInPerson } from "@/server/auth/auth";
import { listSignInProviders } from "@/server/auth/auth-options";
import { onwardPath } from "../onward";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

/** E-mail and password, or the organisation's own sign-in. People who are signed in are redirected at once. */
export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { callbackUrl, error, note } = await searchParams;
  const person = await signedInPerson();
  if (person) redirect(onwardPath(person, callbackUrl));

  const say = await getTranslations("signIn");
  const providers = listSignInProviders();
  const address = typeof callbackUrl === "string" ? `/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}` : "/sign-in";
  return (
    <Entrance title={say("title")} address={address}>
      {isNote(note) && !error && <Note note={note} />}
      <Words of={["signIn"]}>
        <SignInForm address={address} refusal={typeof error === "string" ? error : undefined} />
        {providers.length > 0 && <ProviderButtons providers={providers} address={address} />}
      </Words>
    </Entrance>
  );
}

const notes = ["passwordSet", "signedOut"] as const;

/** What has just happened, told by the page that led here. */
function isNote(text: unknown): text is (typeof notes)[number] {
  return notes.some((note) => note === text);
}

function Note({ note }: { note: (typeof notes)[number] }) {
  const say = useTranslations("signIn");
  return (
    <Banner tone="moving" role="status">
      {say(note)}
    </Banner>
  );
}
