export const THEME_COOKIE = "theme";
const YEAR_S = 365 * 24 * 60 * 60;

/** Theme that the reader has chosen. Without one, the page follows the system. */
export type Theme = "light" | "dark";

export function isTheme(text: string | undefined): text is Theme {
  return text === "light" || text === "dark";
}

/** Changes the theme in the browser immediately, and for later pages. Null follows the system again. */
export function chooseTheme(theme: Theme | null): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in all browsers that we serve, and this holds nothing secret.
  document.cookie = `${THEME_COOKIE}=${theme ?? ""}; path=/; samesite=lax${window.location.protocol === "https:" ? "; secure" : ""}; max-age=${theme ? YEAR_S : 0}`;
}
