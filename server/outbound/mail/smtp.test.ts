import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { startSmtpServer } from "@/server/testing/smtp-server";
import { smtpTransport } from "./smtp";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

test("a mail goes to another machine over TLS alone, unless the operator accepts that others read it", async () => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const send = (unencrypted: string) => {
    // Leads here, although it is no address of loopback.
    vi.stubEnv("SMTP_URL", smtp.url.replace("127.0.0.1", "0.0.0.0"));
    vi.stubEnv("MAIL_FROM", "no-reply@portal.example");
    vi.stubEnv("UNENCRYPTED", unencrypted);
    forgetEnv();
    return smtpTransport()?.({ id: "1", recipient: "ada@members.example", subject: "A link", body: "https://portal.example/i/x" });
  };
  await expect(send("")).rejects.toThrow(/STARTTLS|TLS/);
  expect(smtp.received).toEqual([]);
  await send("smtp");
  expect(smtp.received).toHaveLength(1);
});

test("a mail server that never greets is given up", async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${port}`);
  vi.stubEnv("MAIL_FROM", "no-reply@portal.example");
  forgetEnv();
  await expect(smtpTransport()?.({ id: "1", recipient: "ada@members.example", subject: "A link", body: "" })).rejects.toThrow(
    /[Gg]reeting/,
  );
}, 20_000);
