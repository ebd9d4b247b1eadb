import type { Demo } from "@/server/demo/demo";
import { type GivenEnvironment, localAddress } from "@/server/env";

interface Welcome {
  given: GivenEnvironment;
  demo: Demo | undefined;
  /** Token that opens the development mailbox, if there is one. */
  mailboxToken: string | undefined;
  say: (text: string) => void;
}

/** Prints the service's address, people to sign in as, and a first request to copy. */
export function writeWelcome({ given, demo, mailboxToken, say }: Welcome): void {
  const address = localAddress(given);
  const lines = [
    "",
    "The invoice collection service is running.",
    "",
    `  Service        ${address}`,
    `  API reference  ${address}/docs`,
    ...(mailboxToken ? [`  Mailbox        ${address}/mailbox?token=${mailboxToken}`] : []),
    ...(demo
      ? [
          `  Demo API key   ${demo.key}`,
          "",
          "  A first request:",
          `  curl -H 'Authorization: ApiKey ${demo.key}' ${address}/api/v2/invoices/${demo.invoiceId}`,
          "",
          `  Sign in at ${address}/sign-in as`,
          ...demo.people.map(({ role, email, password }) => `  ${role.padEnd(14)} ${email}  ${password}`),
        ]
      : []),
    "",
    `  Stop with Ctrl+C, or: kill ${process.pid}`,
    "",
  ];
  say(lines.join("\n"));
}
