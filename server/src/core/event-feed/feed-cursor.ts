/**
 * A position in the feed. `at` is the time of the event at that position, or of the response if no event was left to
 * read, so its age shows whether later events may have been deleted already (spec/events §2.2).
 */
export interface FeedCursor {
  readonly position: number;
  readonly at: Date;
}

/** Encodes a cursor, so that callers don't rely on its content. */
export const formatFeedCursor = ({ position, at }: FeedCursor): string =>
  Buffer.from(`${position}.${at.getTime()}`).toString('base64url');

/** Decodes a cursor. Returns undefined if `formatFeedCursor` can't have returned it. */
export function parseFeedCursor(text: string): FeedCursor | undefined {
  const [, position, at] = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const cursor = { position: Number(position), at: new Date(Number(at)) };
  return position !== undefined && formatFeedCursor(cursor) === text ? cursor : undefined;
}
