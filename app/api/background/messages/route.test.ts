import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { givenCollected, leaveOthersAlone, sendThrough } from "@/server/testing/given-collection";
import { startSmtpServer } from "@/server/testing/smtp-server";
import { POST } from "./route";

const SECRET = "a scheduler's own secret, for tests";

beforeEach(leaveOthersAlone);

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

async function call(authorization?: string) {
  const smtp = await startSmtpServer();
  vi.stubEnv("BACKGROUND_SECRET", SECRET);
  sendThrough(smtp);
  await givenCollected();
  const headers: HeadersInit = authorization === undefined ? {} : { Authorization: authorization };
  const answer = await POST(new Request("http://127.0.0.1/api/background/messages", { method: "POST", headers }));
  await smtp.close();
  return { answer, received: smtp.received };
}

test("who has the secret has everything sent that is due, and is told how much that was", async () => {
  const { answer, received } = await call(`Bearer ${SECRET}`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ looked: 1, sent: 1, notSent: 0 });
  expect(received).toHaveLength(1);
});

test.each([undefined, "Bearer ", `Bearer ${SECRET}x`, SECRET])(
  "whoever says %s instead is answered 401, and nothing is sent",
  async (words) => {
    const { answer, received } = await call(words);
    expect(answer.status).toBe(401);
    expect(received).toEqual([]);
  },
);
