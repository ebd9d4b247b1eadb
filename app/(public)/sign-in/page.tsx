import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PortalClient } from "@/components/data/trpc";
import { SecondFactorStep } from "@/components/factors/second-factor-step";
import { Entrance } from "@/components/sign-in/entrance";
import { ProviderButtons } from "@/components/sign-in/provider-buttons";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Words } from "@/components/translations/words";
import { Banner } from "@/components/ui/page/banner";
import { db } from "@/db/client";
import { personAwaitingSecondFactor, signedInPerson } from "@/server/auth/auth";
import { listSignInProviders } from "@/server/auth/auth-options";
import { missingStep } from "@/server/tenancy/factors/missing-step";
import { beginProof } from "@/server/tenancy/factors/prove-identity";
import { relyingParty } from "@/server/tenancy/factors/relying-party";
import type { Person } from "@/server/tenancy/people/person";
import { onwardPath } from "../onward";

export async function generateMetadata(): Promise<Metadata> {
  return { title: await titleFor(await personAwaitingSecondFactor()) };
}

/** Sign-in by e-mail and password, or with an organisation's account; then the second factor. Redirects signed-in people onward. */
export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { callbackUrl, error, note } = await searchParams;
  const person = await signedInPerson();
  if (person) redirect(onwardPath(person, callbackUrl));

  const address = typeof callbackUrl === "string" ? `/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}` : "/sign-in";
  const halfSignedIn = await personAwaitingSecondFactor();
  if (halfSignedIn) return <SecondStep person={halfSignedIn} address={address} />;

  const say = await getTranslations("signIn");
  const providers = listSignInProviders();
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

/** Step after the right password: giving the second factor, or setting one up. */
async function SecondStep({ person, address }: { person: Person; address: string }) {
  const ways = missingStep(person) === "proof" ? await beginProof(db, person) : null;
  return (
    <Entrance title={await titleFor(person)} address={address}>
      <Words of={["factors"]}>
        <PortalClient>
          <SecondFactorStep email={person.email} ways={ways} canAddPasskey={relyingParty() !== null} address={address} />
        </PortalClient>
      </Words>
    </Entrance>
  );
}

/** Returns the page's title. `person`: the person whose second factor is missing; null before the first step. */
async function titleFor(person: Person | null): Promise<string> {
  if (!person) return (await getTranslations("signIn"))("title");
  const say = await getTranslations("factors.arriving");
  return say(missingStep(person) === "proof" ? "title" : "setUpTitle");
}

const notes = ["passwordSet", "signedOut"] as const;

/** Whether the text is the key of a notice, which the page that redirected here has put into the address. */
function isNote(text: unknown): text is (typeof notes)[number] {
  return notes.some((note) => note === text);
}

function Note({ note }: { note: (typeof notes)[number] }) {
  const say = useTranslations("signIn");
  return (
    <Banner tone="info" role="status">
      {say(note)}
    </Banner>
  );
}
