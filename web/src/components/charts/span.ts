/** The time ranges that end now, from the shortest to the longest. */
export const spans = ['hour', 'day', 'week', 'month'] as const;
export type Span = (typeof spans)[number];

export const defaultSpan: Span = 'day';
export const isSpan = (value: unknown): value is Span => spans.some((span) => span === value);
