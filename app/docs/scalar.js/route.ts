import { scalar } from "../scalar";

/** The address carries the script's version, so it can be kept for a year. */
export async function GET(): Promise<Response> {
  const { text } = await scalar();
  return new Response(text, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
