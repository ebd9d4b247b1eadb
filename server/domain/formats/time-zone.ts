/** The time zone in which companies' days begin and end. */
export const TIME_ZONE = "Europe/Amsterdam";
