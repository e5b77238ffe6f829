import type { FastifyRequest } from 'fastify';
import { HarkError, invalid } from '../../lib/errors.ts';
import { bodyOf } from '../request/body.ts';

/** No form of ours is longer; enforced while the body is read. */
export const maxFormBytes = 16 * 1024;

/** What a form sent, each name once. */
export type Form = ReadonlyMap<string, string>;

/** The fields of a form; refuses what no form of ours sends. */
export function formOf(request: FastifyRequest): Form {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const body = bodyOf(request);
  if (type !== 'application/x-www-form-urlencoded') throw invalid('not_a_form', 'Send the form of the page.');
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    if (fields.has(name)) throw invalid('repeated_field', 'The form has a field twice. Load the page again.');
    fields.set(name, value);
  }
  return fields;
}

/**
 * Refuses a form that another site sent (security 9, CSRF). Browsers say by Sec-Fetch-Site, or at least by Origin, from
 * where; whoever says neither is no browser, and has no cookie of a victim.
 */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  const isOwn =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === host?.toLowerCase()
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw foreignForm();
}

/** The same refusal for whatever is wrong: what was sent did not come from a page that we gave to this browser. */
export const foreignForm = () =>
  new HarkError(
    'forbidden',
    'foreign_form',
    'This form did not come from this page, or the page was open for too long. Load the page again and repeat it. Nothing was changed.',
  );
