import { readFileSync, writeFileSync } from "node:fs";
import { describeFrozenInterface, differencesBesidesAdditions, documents, interfaceFingerprint, OPENAPI_FILE } from "./document-texts";

const differences = differencesBesidesAdditions(
  JSON.parse(readFileSync(OPENAPI_FILE, "utf8")),
  JSON.parse(JSON.stringify(describeFrozenInterface())),
);
if (differences.length > 0) throw new Error(`The interface is frozen, and these are not additions:\n${differences.join("\n")}`);

for (const [file, text] of Object.entries(documents())) {
  writeFileSync(file, text);
  console.log(file);
}
console.log(`Interface ${interfaceFingerprint()}`);
