import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ExampleAccount } from "@/components/demo/welcome/example-account";
import { Brand } from "@/components/ui/page/brand";
import { signedInPerson } from "@/server/auth/auth";

/** The front page, which introduces the service. */
export default async function WelcomePage() {
  const say = await getTranslations("welcome");
  const person = await signedInPerson();
  const firstPage = person?.role === "support" ? "/support" : "/home";
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="mx-auto grid w-full max-w-120 content-center gap-8 px-4 py-12 sm:px-6">
        <header className="grid gap-4">
          <Brand />
          <h1>{say("headline")}</h1>
          <p className="text-md">{say("what")}</p>
          <p className="text-ink-muted">{say("forWhom")}</p>
          <Link
            href={person ? firstPage : "/sign-in"}
            className="justify-self-start rounded-md bg-accent px-4 py-2 text-sm font-medium text-accent-ink hover:bg-accent-hover hover:no-underline"
          >
            {say(person ? "toPortal" : "signIn")}
          </Link>
        </header>
        <nav aria-label={say("integrators")}>
          <ul className="border-t border-line-strong">
            <Entry href="/docs" title={say("reference")} hint={say("referenceHint")} />
            <Entry href="/api/v2/openapi.json" title={say("openApi")} hint={say("openApiHint")} />
            <Entry href="/api/ready" title={say("readiness")} hint={say("readinessHint")} />
          </ul>
        </nav>
      </main>
      <aside aria-hidden="true" className="hidden place-items-center border-l border-line bg-canvas p-12 lg:grid">
        <ExampleAccount />
      </aside>
    </div>
  );
}

function Entry({ href, title, hint }: { href: string; title: string; hint: string }) {
  return (
    <li className="border-b border-line">
      {/* Not a page of this application, so the browser must load it itself. */}
      <a className="grid gap-x-4 py-3 sm:grid-cols-[9rem_1fr]" href={href}>
        <span className="font-medium">{title}</span>
        <span className="text-ink-muted">{hint}</span>
      </a>
    </li>
  );
}
