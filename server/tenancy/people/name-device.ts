import Bowser from "bowser";

/** Limit in characters; no browser has a longer name. */
const MOST = 100;
const MOST_READ = 500;

/** Returns browser and system in words that people recognise: "Firefox, Linux". Empty if the client does not name itself. */
export function nameDevice(userAgent: string): string {
  const text = userAgent.slice(0, MOST_READ);
  if (text.trim() === "") return "";
  const { browser, os } = Bowser.parse(text);
  return [browser.name, os.name]
    .filter(Boolean)
    .join(", ")
    .replace(/[^\p{L}\p{N} ,.()-]/gu, "")
    .slice(0, MOST);
}
