/** The clock is always passed in, so a test can stop or move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Renders a time for people, in UTC and without seconds: emails and pages don't know the reader's time zone. */
export const formatMinute = (time: Date): string =>
  `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
