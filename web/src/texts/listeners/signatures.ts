export const hmacName = (algorithm: string) => `HMAC-${algorithm.toUpperCase().replace(/^SHA/, 'SHA-')}`;
export const encodingName = (encoding: string) => (encoding === 'hex' ? 'hex' : 'Base64');

/** Strings for debugging a signature. */
export const signaturesTexts = {
  title: 'Debug a signature',
  about:
    "Runs the webhook's signature checks in order, with its current settings. The request isn't stored, logged, or accepted.",
  off: 'The requests of this webhook are not signed. Choose their sender under Options.',
  rejected: (at: string, reason: string | undefined) =>
    `The request from ${at} was rejected${reason ? `: “${reason}”` : ''}. Paste its headers and body here, for example from the sender's log: Hark doesn't store them.`,
  method: 'Method',
  query: 'Query (after the ?)',
  headers: 'Headers',
  headersAbout: 'One on each line, such as X-Signature: sha256=…',
  body: 'Body',
  bodyAbout: 'Exactly as sent. Every space and line break is signed.',
  check: 'Check signature',
  passed: 'The signature is valid.',
  refused: (status: number, text: string) => `Rejected with ${status}: ${text}`,
  received: 'Received',
  missing: '(missing)',
  signed: (algorithm: string, encoding: string) =>
    `Signed text (${hmacName(algorithm)}, ${encodingName(encoding)})`,
  bodyBytes: (count: number) =>
    `The body has ${count === 1 ? '1 byte' : `${count.toLocaleString()} bytes`}. A long body is shortened here.`,
  unread: "The headers don't say what was signed.",
  checks: {
    present: 'Signature headers present',
    form: 'Headers have the right form',
    secret: 'A secret is configured',
    time: 'Signed recently',
    signature: 'Signature matches the request',
  },
  absent: (names: readonly string[]) =>
    `The request has no ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)} header.`,
  repeated: 'A header occurs more than once.',
  forms: {
    stripe: 'It must be t=<time>,v1=<signature>, with exactly one t.',
    github: 'It must start with sha256=.',
    shopify: 'The header is empty.',
    slack: 'The signature must start with v0=, and the time must be digits.',
    hubspot: 'The signature must not be empty, and the time must be digits.',
    'standard-webhooks':
      'The signature must be v1,<signature>, the ID must not be empty, and the time must be digits.',
  } as Readonly<Record<string, string>>,
  otherForm: 'The signature must start with the configured prefix, and a time must be digits.',
  noSecret:
    'Every secret resolves to an empty value, or is not Base64 although it must be. Check the secret under Options.',
  noTime: 'This sender signs no time, so a request never becomes too old.',
  time: (secondsAgo: number, tolerance: number) =>
    `Signed ${secondsAgo < 0 ? `${(-secondsAgo).toLocaleString()} seconds in the future` : `${secondsAgo.toLocaleString()} seconds ago`}. The webhook accepts ${tolerance.toLocaleString()} seconds.`,
  wrong:
    'The sender used another secret, or the request was changed after it was signed. Compare the secret, and the signed text below with what the sender signs.',
  wrongSecret: 'The header contains another secret.',
  bodyChanges: {
    line_break_added: 'The signature is valid without the line break at the end of the body.',
    line_break_removed: 'The signature is valid with a line break at the end of the body.',
    line_breaks_replaced: 'The signature is valid if the line breaks are CR LF.',
    json_formatted: 'The signature is valid for the same JSON without spaces and line breaks.',
  },
} as const;
