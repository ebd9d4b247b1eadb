/** Where the days of companies begin and end, and whose hours people read. All companies so far live by it, or an hour from it. */
export const TIME_ZONE = "Europe/Amsterdam";
