import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { smtpTransport } from "./smtp";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
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
