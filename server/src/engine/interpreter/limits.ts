/** Maximum number of steps in one transaction. */
export const stepsTogether = 50;
/** Maximum CPU time of one transaction: for one run, and for a batch. */
export const longestPassMs = 250;
export const longestTogetherMs = 1_000;
/** A shorter wait stays in the worker; a longer one ends the segment and costs only a row. */
export const longestNapMs = 30_000;
/** After this long a segment hands over, so that old code never has to stay up for more than minutes. */
export const longestSegmentMs = 60_000;
