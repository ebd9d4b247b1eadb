import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { KEY_MARKER } from "@/server/domain/rules/key-shape";
import { describeFrozenInterface, differencesBesidesAdditions, documents, interfaceFingerprint, OPENAPI_FILE } from "./document-texts";

test.each(Object.entries(documents()))("%s equals the output of `npm run documents`", (file, text) => {
  expect(readFileSync(file, "utf8")).toBe(text);
});

const written = [".", "docs", "docs/decisions"].flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (name.endsWith(".md") ? [join(folder, name)] : [])),
);

test.each(written)("%s names only files that exist", (document) => {
  const text = readFileSync(document, "utf8");
  const named = [...text.matchAll(/`((?:app|components|db|docs|e2e|server)\/[^`\s*<…]*)`/g)].map(([, path = ""]) => path);
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = ""]) => join(dirname(document), path));
  expect([...named, ...linked].filter((path) => !existsSync(path))).toEqual([]);
});

test("the interface differs from its committed description by additions only", () => {
  const now = JSON.parse(JSON.stringify(describeFrozenInterface()));
  expect(differencesBesidesAdditions(JSON.parse(readFileSync(OPENAPI_FILE, "utf8")), now)).toEqual([]);
});

test.each(["docs/security.md", OPENAPI_FILE])("%s has the pattern by which scanners find a published key", (file) => {
  expect(readFileSync(file, "utf8")).toContain(`${KEY_MARKER}[0-9a-f]{56}`);
});

test("the changelog has an entry for the current interface", () => {
  expect(readFileSync("CHANGELOG.md", "utf8")).toContain(`Interface \`${interfaceFingerprint()}\``);
});

test.each([
  ["a field that is gone", { a: { type: "string" } }, {}],
  ["another type", { type: "string" }, { type: "number" }],
  ["a value that is no longer accepted", { enum: ["a", "b"] }, { enum: ["a"] }],
  ["a field that is newly required", { required: ["a"] }, { required: ["a", "b"] }],
  ["a field that is newly required, where none was", { properties: { a: {} } }, { properties: { a: {} }, required: ["a"] }],
  ["a parameter that is newly required", { parameters: [{ name: "a" }] }, { parameters: [{ name: "a", required: true }] }],
  ["a new required parameter", { parameters: [{ name: "a" }] }, { parameters: [{ name: "a" }, { name: "b", required: true }] }],
  ["a first parameter that is required", { responses: {} }, { responses: {}, parameters: [{ name: "a", required: true }] }],
  ["a new required body", { responses: {} }, { responses: {}, requestBody: { required: true } }],
  ["a field by the name of description", { properties: { description: { type: "string" } } }, { properties: {} }],
])("%s is no addition", (_, was, is) => {
  expect(differencesBesidesAdditions(was, is)).not.toEqual([]);
});

test.each([
  ["a new field", { properties: { a: {} } }, { properties: { a: {}, b: {} } }],
  ["a new field that has required fields of its own", { properties: {} }, { properties: { a: { required: ["b"] } } }],
  ["a new field by the name of required", { properties: {} }, { properties: { required: { type: "boolean" } } }],
  ["a new operation with a required parameter", { get: {} }, { get: {}, post: { parameters: [{ name: "a", required: true }] } }],
  ["a new optional parameter", { parameters: [] }, { parameters: [{ name: "a" }, { name: "b", required: false }] }],
  ["a new code", { enum: ["a"] }, { enum: ["b", "a"] }],
  ["a parameter that need not be sent any more", { name: "ids", required: true }, { name: "ids", required: false }],
  ["another description", { description: "old" }, { description: "new" }],
])("%s is an addition", (_, was, is) => {
  expect(differencesBesidesAdditions(was, is)).toEqual([]);
});
