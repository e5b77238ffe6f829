/** Strings about tokens: creating and debugging them. */
export const tokensTexts = {
  maker: {
    title: 'Create a test token',
    about: "Signed with this webhook's secret. The token isn't stored.",
    claims: 'Claims (JSON)',
    claimsAbout:
      'iss, iat, and exp are added unless you set them. The workflow can read data and sub; put its input in data.',
    expiry: 'Expires',
    expiries: {
      '300': 'In 5 minutes',
      '3600': 'In 1 hour',
      '86400': 'In 1 day',
      '2592000': 'In 30 days',
      never: 'Never',
    },
    algorithm: 'Algorithm',
    make: 'Create token',
    token: 'Token',
    copyToken: 'Copy token',
    curl: 'curl command',
    copyCurl: 'Copy command',
    signed: 'Signed claims',
    off: 'The token check is disabled, so this webhook has no secret to sign with. Enable it under Options.',
  },
  debugger: {
    title: 'Debug a token',
    about: "Runs the webhook's checks in order, with its current settings. The token isn't stored or logged.",
    token: 'Token or full Authorization header',
    check: 'Check token',
    rejected: (at: string, check: string | undefined) =>
      `The token of the request from ${at} failed${check ? ` the check “${check}”` : ' a check'}. Paste that token here: Hark doesn't store tokens of rejected requests.`,
    passed: 'This token is valid.',
    refused: (status: number, text: string) => `Rejected with ${status}: ${text}`,
    off: 'The token check is disabled, so the webhook ignores tokens.',
    header: 'Header',
    claims: 'Claims',
    unread: "Couldn't be decoded",
    unverified: 'Decoded contents. Trust them only if the signature check passes.',
    outcomes: { passed: 'passed', failed: 'failed', not_made: 'not run' },
    answers: {
      passed: { status: 200, text: '' },
      missing_token: { status: 403, text: 'Missing authentication token' },
      invalid_or_expired: { status: 401, text: 'Not authorized. Invalid or expired token.' },
      invalid_key: { status: 401, text: 'Not authorized. Invalid key.' },
    },
    checks: {
      present: 'Token present',
      form: 'Three Base64 parts',
      algorithm: 'Algorithm',
      signature: 'Signature',
      claims: 'Claims are an object',
      exp: 'Not expired (exp)',
      nbf: 'Already valid (nbf)',
      iss: 'Issuer (iss)',
    },
    reasons: {
      missing: 'The request has neither an Authorization nor a token header.',
      empty: 'Nothing follows "Bearer ".',
      repeated: 'The request has more than one Authorization or token header.',
      parts: 'A token has exactly three parts, joined by dots. It may have been cut off when it was copied.',
      encoding: "One part isn't Base64. Look for spaces, line breaks, or quotation marks.",
      header: "The first part isn't a JSON object.",
      algorithm:
        'alg must be exactly HS256, HS384, or HS512. Asymmetric algorithms (RS, ES, PS) and none are rejected.',
      refused_header:
        'The header contains crit, jwk, jku, or x5u, which would let the sender choose how the token is verified.',
      secret_unresolved:
        "This webhook's secret currently resolves to an empty value. Check its template under Options.",
      other_signature: 'The token was signed with a different secret, or changed after it was signed.',
      no_object: "The second part isn't a JSON object.",
      expired: 'The token has expired (60 seconds of clock skew are already allowed). Create a new one.',
      'not-yet':
        "The token isn't valid yet (60 seconds of clock skew are already allowed). Check the caller's clock.",
      malformed: 'Must be a number: seconds since 1970, without quotation marks.',
      key_unresolved:
        "This webhook's key currently resolves to an empty value. Check its template under Options.",
      no_issuer: "iss is missing or isn't a string. It must equal this webhook's key.",
      other_issuer: "iss doesn't match this webhook's key exactly.",
      never_expires: 'The token has no exp, so it never expires. Consider adding one.',
      absent: "The token has no nbf, which is fine: it's optional.",
    } as Readonly<Record<string, string>>,
  },
} as const;
