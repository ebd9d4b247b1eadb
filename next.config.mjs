import createNextIntlPlugin from "next-intl/plugin";

const withTranslations = createNextIntlPlugin({
  requestConfig: "./app/i18n/request.ts",
  experimental: {
    // Messages are read as ICU once, when building, and not in every browser.
    messages: {
      path: ["./components/translations", "./server/outbound/translations"],
      locales: ["de", "en", "fr", "it", "nl"],
      format: "json",
      precompile: true,
    },
  },
});

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  // No page uses it, and it would ask this server for any address of its own.
  images: { unoptimized: true },
  poweredByHeader: false,
  // A redirected POST becomes a GET: a path with a trailing slash is answered, not redirected.
  skipTrailingSlashRedirect: true,
  // The address of bulk actions until version 0.1.
  redirects: async () => [{ source: "/invoices/acts/:path*", destination: "/invoices/bulk-actions/:path*", permanent: true }],
  // Browsers ask for the icons again whenever the page's address changes, unless they may keep them.
  headers: async () => [{ source: "/:icon(icon.svg|favicon.ico)", headers: [{ key: "Cache-Control", value: "public, max-age=86400" }] }],
  // `npm run check` judges the types, so that a start need not.
  typescript: { ignoreBuildErrors: true },
  // These are loaded from node_modules as they are, once for the whole process.
  serverExternalPackages: [
    "postgres",
    "pino",
    "@node-rs/argon2",
    "nodemailer",
    "@react-email/render",
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
