import { SaxesParser } from "saxes";

/** Returns the elements without children of an XML file, in order: path below the message, and text. Throws if the file is no XML. */
export function leavesOf(file: string): [path: string, text: string][] {
  const parser = new SaxesParser();
  const path: string[] = [];
  const leaves: [string, string][] = [];
  let text = "";
  let isLeaf = false;
  parser.on("opentag", ({ name }) => {
    path.push(name);
    text = "";
    isLeaf = true;
  });
  parser.on("text", (more) => {
    text += more;
  });
  parser.on("closetag", () => {
    if (isLeaf) leaves.push([path.slice(2).join("/"), text]);
    isLeaf = false;
    path.pop();
  });
  parser.write(file).close();
  return leaves;
}
