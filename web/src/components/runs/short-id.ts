/** The part of a run's ID that contains the time in milliseconds. It is enough for people to recognize a run. */
export const shortId = (id: string) => id.slice(0, 13);
