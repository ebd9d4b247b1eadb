import { useLocale, useTranslations } from "next-intl";
import { locales, nameOfLocale } from "@/server/domain/formats/locales";

/** Links to this page in other languages, for visitors who are not signed in. Plain links, which work before any script has loaded. */
export function LanguageLinks({ address }: { address: string }) {
  const say = useTranslations("signIn");
  const current = useLocale();
  return (
    <nav aria-label={say("languages")} className="mt-1">
      <ul className="flex flex-wrap gap-x-3 text-xs">
        {locales.map((locale) => (
          <li key={locale} lang={locale}>
            {locale === current ? (
              <span aria-current="true" className="inline-block py-1 font-medium text-ink-muted">
                {nameOfLocale[locale]}
              </span>
            ) : (
              <a
                href={`/language/${locale}?to=${encodeURIComponent(address)}`}
                hrefLang={locale}
                rel="nofollow"
                className="inline-block py-1 underline decoration-current/40"
              >
                {nameOfLocale[locale]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
