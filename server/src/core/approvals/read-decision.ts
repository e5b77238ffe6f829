import { invalid } from '../../lib/errors.ts';
import { isRecord } from '../../lib/json.ts';
import { shown } from '../../lib/shown.ts';
import { isStorable } from '../../lib/storable.ts';

const maxCommentLength = 1_000;

/** Reads the comment from the body of a decision. @throws HarkError if the body is malformed */
export function readComment(body: unknown): string | null {
  if (!isRecord(body)) throw invalid('bad_decision', 'The body must be a JSON object.');
  const unknown = Object.keys(body).find((key) => key !== 'comment');
  if (unknown !== undefined) throw invalid('bad_decision', `${shown(unknown)}: there is no such key.`);
  const { comment = null } = body;
  if (comment === null) return null;
  if (typeof comment === 'string' && comment.length <= maxCommentLength && isStorable(comment))
    return comment.trim() === '' ? null : comment;
  throw invalid('bad_decision', 'comment: must be a text of at most 1,000 characters, or null.');
}
