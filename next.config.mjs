/** @type {import("next").NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // A redirected POST becomes a GET: a path with a trailing slash is answered, not redirected.
  skipTrailingSlashRedirect: true,
  // `npm run check` judges the types, so that a start need not.
  typescript: { ignoreBuildErrors: true },
  // These are loaded from node_modules as they are, once for the whole process.
  serverExternalPackages: ["postgres", "pino"],
};
