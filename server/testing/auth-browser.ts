import { personOf } from "@/server/auth/auth";
import { answerAuthentication } from "@/server/auth/auth-handler";
import { withPeer } from "@/server/platform/client-address";
import { newId } from "@/server/platform/id";

export const SITE = "https://portal.example";
export const SESSION = "__Host-next-auth.session-token";

/** Opens a browser that keeps cookies and submits forms as next-auth's client does. */
export function openBrowser({ peer = newId(), site = SITE, userAgent = "" } = {}) {
  const jar = new Map<string, string>();
  const browser = {
    jar,
    /** Network address from which the browser sends requests. */
    peer,
    /** Set-Cookie headers of the last answer. */
    setCookies: [] as string[],
    async ask(path: string, init: RequestInit = {}): Promise<Response> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const request = new Request(`${site}/api/auth/${path}`, { ...init, headers: { "user-agent": userAgent, ...init.headers, cookie } });
      const answer = await withPeer(browser.peer, () => answerAuthentication(request));
      browser.setCookies = answer.headers.getSetCookie();
      for (const line of browser.setCookies) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0(?:;|$)/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
    async submit(path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) {
      const { csrfToken } = (await (await browser.ask("csrf")).json()) as { csrfToken: string };
      const body = new URLSearchParams({ ...form, csrfToken, json: "true" });
      const answer = await browser.ask(path, { method: "POST", body, headers });
      const { url } = (await answer.json()) as { url: string };
      return { status: answer.status, url, error: new URL(url).searchParams.get("error") };
    },
    signIn: (email: string, password: string, more = {}) => browser.submit("callback/credentials", { email, password, ...more }),
    person: async () => personOf(jar.get(SESSION) ?? ""),
  };
  return browser;
}

export type AuthBrowser = ReturnType<typeof openBrowser>;
