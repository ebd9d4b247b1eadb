/** As many as one page can tell apart. More that share an address are no household: it is a club's, or was typed to fill the field. */
export const MOST_IN_HOUSEHOLD = 12;
