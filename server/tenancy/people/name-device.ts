import Bowser from "bowser";

/** Longer names are no browser's. */
const MOST = 100;
const MOST_READ = 500;

/** Browser and system, as a person would recognise them: "Firefox, Linux". Empty where the client does not say. */
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
