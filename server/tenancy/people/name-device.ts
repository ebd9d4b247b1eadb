import Bowser from "bowser";

/** Limits in characters of the name, and of the header that is read. No browser has a longer name. */
const LONGEST_NAME = 100;
const LONGEST_READ = 500;

/** Returns browser and system in words that people recognise: "Firefox, Linux". Empty if the client does not name itself. */
export function nameDevice(userAgent: string): string {
  const text = userAgent.slice(0, LONGEST_READ);
  if (text.trim() === "") return "";
  const { browser, os } = Bowser.parse(text);
  return [browser.name, os.name]
    .filter(Boolean)
    .join(", ")
    .replace(/[^\p{L}\p{N} ,.()-]/gu, "")
    .slice(0, LONGEST_NAME);
}
