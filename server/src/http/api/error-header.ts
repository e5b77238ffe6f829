import type { HarkError } from '../../lib/errors.ts';

/**
 * Codes that the header groups or names differently from the error. Other errors of a kind have the code of their kind
 * (spec/rest-api §3.5).
 */
const headerCodes: ReadonlyMap<string, string> = new Map([
  ...named('duplicate', ['value_taken', 'name_taken', 'email_taken', 'role_name_taken', 'field_exists']),
  ...named('required', ['field_required', 'user_name_missing', 'user_role_missing', 'field_type_missing']),
  ...named('unknown_field', ['unknown_field', 'unknown_key']),
  ...named('read_only', ['read_only_field', 'field_is_fixed']),
  ...named('invalid_filter', ['bad_filter']),
  ...named('no_match_field', ['no_unique_field']),
  ...named('ambiguous_match', ['two_matches']),
  ...named('invalid_body', [
    'bad_batch',
    'body_missing',
    'body_too_large',
    'json_too_deep',
    'malformed_json',
    'not_an_object',
    'request_aborted',
  ]),
  ...named('invalid_request', [
    'bad_host',
    'bad_transfer_encoding',
    'key_too_long',
    'malformed_url',
    'too_many_headers',
    'two_api_keys',
    'two_authorizations',
    'unsupported_encoding',
    'url_too_long',
  ]),
  ...named('in_flight', ['twin_in_flight']),
  ...named('concurrent_change', ['already_exists', 'user_changed']),
  ...named('in_use', ['in_use', 'role_in_use', 'user_owns_workflows']),
  ...named('last_administrator', ['last_administrator']),
  ...named('already_retried', ['run_retried']),
  ...named('not_retriable', ['run_not_retriable']),
  ...named('switched_off', ['workflow_off', 'workflow_disabled']),
  ...[
    'access_denied',
    'already_decided',
    'calls_would_repeat',
    'cursor_expired',
    'key_reused',
    'method_not_allowed',
    'not_published',
    'own_account',
    'rate_limited',
    'run_ended',
    'unknown_route',
  ].flatMap((code) => named(code, [code])),
]);

function named(header: string, codes: readonly string[]): [string, string][] {
  return codes.map((code) => [code, header]);
}

/** Text from a caller is sent only if it can't be mistaken for anything else. */
const safeName = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Returns the value of the `Hark-Error` header, which names the reason and the field, so that programs needn't read the
 * message (spec/rest-api §3.5). Only errors of the caller have one.
 */
export function errorHeader(error: HarkError): string | undefined {
  const code = codeOf(error);
  if (code === undefined || error.field === undefined || !safeName.test(error.field)) return code;
  return `${code}; field=${error.field}`;
}

function codeOf({ kind, code }: HarkError): string | undefined {
  const own = headerCodes.get(code);
  if (own !== undefined) return own;
  switch (kind) {
    case 'invalid':
      return 'invalid_value';
    case 'unauthenticated':
      return code;
    case 'forbidden':
      return 'forbidden';
    case 'not-found':
      return 'not_found';
    case 'conflict':
      return 'conflict';
    case 'too-many':
      return 'rate_limited';
    case 'unavailable':
    case 'fault':
      return undefined;
  }
}
