import type { FastifyRequest } from 'fastify';
import { HarkError, invalid } from '../../lib/errors.ts';
import { bodyOf } from '../request/body.ts';

/** No form of Hark is longer; enforced while the body is read. */
export const maxFormBytes = 16 * 1024;

export type Form = ReadonlyMap<string, string>;

/** The fields of a form. Rejects repeated names and anything else that Hark's forms don't send. */
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
 * Rejects a cross-site form (security 9, CSRF). Browsers send Sec-Fetch-Site, or at least Origin. A client
 * that sends neither is not a browser, so it has no victim's cookie.
 */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  const isOwn =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === host?.toLowerCase()
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw foreignForm();
}

/** The same error for all reasons: the form did not come from a page that Hark sent to this browser. */
export const foreignForm = () =>
  new HarkError(
    'forbidden',
    'foreign_form',
    'This form did not come from this page, or the page was open for too long. Load the page again and repeat it. Nothing was changed.',
  );
