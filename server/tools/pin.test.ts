import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pin, pinnedFiles, unpinnedIn } from "./pin.mjs";

const DIGEST = `sha256:${"ab".repeat(32)}`;
const COMMIT = "cd".repeat(20);
const resolve = async ({ command: [program] }: { command: string[] }) => (program === "docker" ? DIGEST : COMMIT);

test("each image is pinned by its digest and each action by its commit, with the tag kept for readers", async () => {
  const text = [
    "FROM node:26-slim AS build",
    "    image: haproxy:3.2",
    "          image: valkey/valkey:8",
    "  imageName: ghcr.io/cloudnative-pg/postgresql:18",
    "    image: invoice-collection",
    "      - uses: actions/checkout@v5",
    "# image: none of ours",
  ].join("\n");

  expect(await pin(text, resolve)).toBe(
    [
      `FROM node:26-slim@${DIGEST} AS build`,
      `    image: haproxy:3.2@${DIGEST}`,
      `          image: valkey/valkey:8@${DIGEST}`,
      `  imageName: ghcr.io/cloudnative-pg/postgresql:18@${DIGEST}`,
      "    image: invoice-collection",
      `      - uses: actions/checkout@${COMMIT} # v5`,
      "# image: none of ours",
    ].join("\n"),
  );
});

test("pinning every file leaves nothing to pin, and pinning again changes nothing", async () => {
  const files = pinnedFiles();
  expect(files).toEqual(expect.arrayContaining(["Dockerfile", "deploy/compose.yaml", ".github/workflows/ci.yml"]));
  let found = 0;
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    found += unpinnedIn(text).length;
    const pinned = await pin(text, resolve);
    expect(unpinnedIn(pinned)).toEqual([]);
    expect(await pin(pinned, resolve)).toBe(pinned);
  }
  // A tag that is not found would be a reference that the patterns missed.
  const named = files.flatMap((file) => readFileSync(file, "utf8").match(/^\s*(?:- )?(?:FROM|image:|imageName:|uses:)\s.*$/gm) ?? []);
  const own = named.filter((line) => line.trim() === "image: invoice-collection").length;
  const pinned = named.filter((line) => /@sha256:|@[0-9a-f]{40}\b/.test(line)).length;
  expect(found).toBe(named.length - own - pinned);
});

test("the command names each place with the command that finds its digest", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["server/tools/pin.mjs"]);
  for (const file of pinnedFiles()) {
    for (const { line, name, tag } of unpinnedIn(readFileSync(file, "utf8"))) expect(stdout).toContain(`${file}:${line}  ${name}:${tag}`);
  }
});
