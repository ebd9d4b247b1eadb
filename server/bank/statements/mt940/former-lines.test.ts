import { expect, test } from "vitest";
import { entryKey } from "../entry-key";
import { readMt940 } from "./read-mt940";

// Keys that the first version gave.
test.each([
  ["a dash with blanks within the text", [":86:Jansen", "- ", "foo"], "Pa9QssdYsYBoBx8eDRiBS_BC3n_cAwqnP_gHsMkrzUU"],
  ["a padded dash after the text", [":86:Jansen", " -  "], "uHisu0rHwACzd-kBNZbOQotxUsnFpAVv-8U2HXZACr0"],
  ["a dash before a word of digits", [":86:Jansen", "-", "20260042"], "ec1JK4w3PLAYJJ_NF4Ukbem-jXpRUFsiiYokMNf3Kto"],
  ["a block after the entry", ["{5:ABC}", ":86:Jansen"], "ec1JK4w3PLAYJJ_NF4Ukbem-jXpRUFsiiYokMNf3Kto"],
  ["control characters at the end of lines", [":86:Jansen\u0001", "foo\u0003"], "Z3I1t8tvigm2eJvUAqBQXxx3d_YKYYKK9_sJphLw0Lg"],
])("an entry with %s keeps its key, so that it counts once", async (_what, lines, key) => {
  expect(await keysIn(lines)).toEqual([key]);
});

async function keysIn(narrative: readonly string[]): Promise<string[]> {
  const head = [":20:X", ":25:NL02ABNA0123456789", ":28C:1", ":60F:C261124EUR100,00", ":61:2611251125C10,00NTRFNONREF"];
  const keys: string[] = [];
  for await (const part of readMt940(each([...head, ...narrative, ":62F:C261125EUR110,00", "-"]), "2027-11-26"))
    if (part.kind === "entry") keys.push(entryKey(part.entry).key);
  return keys;
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
