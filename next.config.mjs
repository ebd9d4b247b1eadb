import createNextIntlPlugin from "next-intl/plugin";

const withTranslations = createNextIntlPlugin({
  requestConfig: "./app/i18n/request.ts",
  experimental: {
    // Parses ICU messages at build time instead of in every browser.
    messages: {
      path: ["./components/translations", "./server/messages/translations", "./server/platform/mail/translations"],
      locales: ["de", "en", "fr", "it", "nl"],
      format: "json",
      precompile: true,
    },
  },
});

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  // Disabled: no page uses image optimisation, and it would let visitors make this server fetch images.
  images: { unoptimized: true },
  poweredByHeader: false,
  // A redirected POST becomes a GET, so paths with a trailing slash are answered instead of redirected.
  skipTrailingSlashRedirect: true,
  // Address of bulk actions until version 0.1.
  redirects: async () => [{ source: "/invoices/acts/:path*", destination: "/invoices/bulk-actions/:path*", permanent: true }],
  // Without this header, browsers request the icons again whenever the address of the page changes.
  headers: async () => [{ source: "/:icon(icon.svg|favicon.ico)", headers: [{ key: "Cache-Control", value: "public, max-age=86400" }] }],
  // `npm run check` checks the types, so the build need not.
  typescript: { ignoreBuildErrors: true },
  // Loaded from node_modules without bundling, once for the whole process.
  serverExternalPackages: [
    "postgres",
    "pino",
    "@node-rs/argon2",
    "nodemailer",
    "pdfkit",
    "prom-client",
    "tinypool",
    "@opentelemetry/api",
    "@opentelemetry/exporter-metrics-otlp-http",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-metrics",
    "@opentelemetry/sdk-trace-node",
  ],
};

export default withTranslations(config);
