import { spawnSync } from "node:child_process";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { newSecret } from "@/server/notifications/new-secret";
import { signDelivery } from "@/server/notifications/sign-delivery";
import { verifySnippets } from "./verify-snippets";

interface Received {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

/** Requests to a receiver, and whether they are genuine. */
function givenReceived(): { isOurs: boolean; received: Received }[] {
  const [secret, older] = [newSecret(), newSecret()];
  const body = '{"invoice_ids":["é"],"import_ids":[]}';
  const signed = (offsetMs = 0, secrets = [secret]) => signDelivery({ id: "0123", body, at: new Date(Date.now() + offsetMs), secrets });
  const headers = signed();
  const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
  const signature = headers["webhook-signature"] ?? "";
  const yes = [signed(), signed(0, [secret, older]), signed(0, [older, secret]), signed(-290_000), signed(290_000)];
  const no = [
    signed(0, [older]),
    signed(-310_000),
    signed(310_000),
    ...["webhook-id", "webhook-timestamp", "webhook-signature"].map(without),
    { ...headers, "webhook-id": "0124" },
    { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) },
    { ...headers, "webhook-timestamp": "soon" },
    { ...headers, "webhook-signature": signature.replace("v1,", "v2,") },
    { ...headers, "webhook-signature": signature.slice(0, -1) },
    { ...headers, "webhook-signature": "v1," },
    { ...headers, "webhook-signature": "nonsense, v1 " },
  ];
  return [
    ...yes.map((headers) => ({ isOurs: true, received: { secret, headers, body } })),
    ...no.map((headers) => ({ isOurs: false, received: { secret, headers, body } })),
    { isOurs: false, received: { secret, headers, body: `${body} ` } },
  ];
}

test("the snippet in TypeScript recognises genuine notifications", async () => {
  const { code } = await transform(verifySnippets.TypeScript, { loader: "ts", format: "esm" });
  const { isOurs: tell } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  for (const { isOurs, received } of givenReceived()) {
    expect(tell(received.secret, new Headers(received.headers), received.body), JSON.stringify(received)).toBe(isOurs);
  }
});

test.skipIf(!isThere("python3"))("the snippet in Python tells what is ours", () => {
  const program = `${verifySnippets.Python}
import json, sys
print(json.dumps([is_ours(one["secret"], one["headers"], one["body"].encode()) for one in json.load(sys.stdin)]))`;
  expectToTell("python3", ["-c", program]);
});

test.skipIf(!isThere("php"))("the snippet in PHP tells what is ours", () => {
  const program = `${verifySnippets.PHP.replace("<?php", "")}
echo json_encode(array_map(function ($one) {
    $_SERVER = [];
    foreach ($one['headers'] as $name => $value) {
        $_SERVER['HTTP_' . strtoupper(str_replace('-', '_', $name))] = $value;
    }
    return isOurs($one['secret'], $one['body']);
}, json_decode(stream_get_contents(STDIN), true)));`;
  expectToTell("php", ["-r", program]);
});

function isThere(command: string): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}

function expectToTell(command: string, args: string[]): void {
  const all = givenReceived();
  const { stdout, stderr } = spawnSync(command, args, { input: JSON.stringify(all.map(({ received }) => received)), encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(all.map(({ isOurs }) => isOurs));
}
