/** Steps that share one transaction. */
export const stepsTogether = 50;
/** How long the steps of one transaction compute, in all: of one run, and of several that try to end together. */
export const longestPassMs = 250;
export const longestTogetherMs = 1_000;
/** A wait up to this long stays in the worker; a longer one ends the segment and costs a row only. */
export const longestNapMs = 30_000;
/** After this long a segment hands over, so that old code never has to stay up for more than minutes. */
export const longestSegmentMs = 60_000;
