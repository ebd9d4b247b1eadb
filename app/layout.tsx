import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { isTheme, THEME_COOKIE } from "@/components/shell/theme";
import { everywhere, pickMessages } from "@/components/translations/words";
import "./globals.css";

const name = "Invoice Collection Service";

export const metadata: Metadata = {
  title: { default: name, template: `%s · ${name}` },
  description: "Partners send invoices; the service collects them, records every event as a line and tells the partner.",
  robots: { index: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = (await cookies()).get(THEME_COOKIE)?.value;
  return (
    <html lang={await getLocale()} data-theme={isTheme(theme) ? theme : undefined}>
      <body>
        <NextIntlClientProvider messages={await pickMessages(everywhere)}>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}
