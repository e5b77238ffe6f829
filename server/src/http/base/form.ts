import type { FastifyRequest } from 'fastify';
import { HarkError, invalid } from '../../lib/errors.ts';
import { bodyOf } from './body.ts';

/** Larger than any of Hark's forms. The limit is enforced while the body is read. */
export const maxFormBytes = 16 * 1024;

export type Form = ReadonlyMap<string, string>;

/** Parses a form's fields. Rejects repeated names and anything else that Hark's forms never send. */
export function formOf(request: FastifyRequest): Form {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const body = bodyOf(request);
  if (type !== 'application/x-www-form-urlencoded')
    throw invalid('not_a_form', 'Send the request as application/x-www-form-urlencoded.');
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    if (fields.has(name))
      throw invalid('repeated_field', 'The form contains a field twice. Reload the page and try again.');
    fields.set(name, value);
  }
  return fields;
}

/**
 * Rejects a cross-site form (security 9, CSRF). Browsers send Sec-Fetch-Site, or at least Origin. A client that
 * sends neither isn't a browser, so it can't be abused to send a user's cookie.
 */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  const isOwn =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === host?.toLowerCase()
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw foreignForm();
}

/**
 * The error for a form that can't have come from a page that Hark sent to this browser, regardless of the
 * reason.
 */
export const foreignForm = () =>
  new HarkError(
    'forbidden',
    'foreign_form',
    "Nothing was changed, because the form didn't come from this page or the page was open for too long. Reload the page and try again.",
  );
