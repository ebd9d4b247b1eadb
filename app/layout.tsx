import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./globals.css";

const name = "Invoice Collection Service";

export const metadata: Metadata = {
  title: { default: name, template: `%s · ${name}` },
  description: "Partners send invoices; the service collects them, records every event as a line and tells the partner.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
