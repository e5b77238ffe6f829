const listed = (words: readonly string[]) => new Intl.ListFormat('en-US').format(words);
const headerName = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** Strings for a workflow's Triggers tab. */
export const listenersTexts = {
  tabs: {
    call: 'Endpoint',
    settings: 'Options',
    tokens: 'Tokens',
    signatures: 'Signatures',
    browsers: 'CORS tester',
  },
  tabsLabel: 'Webhook sections',
  webhook: 'Webhook',
  both: {
    title: "Browsers can't call this webhook: both checks are enabled",
    plannedTitle: "Browsers can't call this webhook once you save: both checks are enabled",
    text: 'A browser first sends a preflight OPTIONS request without an Authorization header. The token check runs before the CORS check, so the preflight is rejected with 403 "Missing authentication token" and the browser never sends the real request.',
    advice:
      'Call the webhook from a server instead; servers send no preflight. Or disable one of the checks. Without the token check, anyone who knows the URL can call it from the allowed origins.',
    show: 'Open the CORS tester',
  },
  call: {
    address: 'URL',
    addressAbout: (limit: number) =>
      `GET, POST, and PUT start the workflow. All webhooks in this workspace share a limit of ${limit.toLocaleString()} requests per second.`,
    copyAddress: 'Copy URL',
    renew: 'Replace URL…',
    renewTitle: 'Generate a new URL?',
    renewConfirm: 'Generate new URL',
    renewText:
      "The current URL stops working immediately. Callers get 404 until they switch to the new one. This can't be undone.",
    renewed: 'The webhook has a new URL.',
    snippets: 'Code examples',
    snippetsAbout: 'Ready to copy and run.',
    languages: { curl: 'curl', javascript: 'JavaScript', python: 'Python' },
    language: 'Language',
    copySnippet: 'Copy code',
    placeholder: 'YOUR_TOKEN',
    needsToken: 'This webhook requires a token. Replace YOUR_TOKEN with yours.',
    tokenIn: 'The copied code contains a token that expires in 1 hour. Treat it like a password.',
    pages: {
      token: "For servers only: on a web page, the token check rejects the browser's preflight.",
      allowed: 'For servers, and for web pages on the allowed origins.',
      closed: 'For servers. To call the webhook from web pages on other origins, enable the CORS check.',
    },
  },
  test: {
    title: 'Send a test request',
    about: 'Sends a real request from this browser to the URL above, so the workflow runs.',
    ownOrigin:
      "This request gets through even though browsers can't call this webhook: this page has the same origin as the webhook, so the browser sends no preflight.",
    withToken: 'Sends a temporary token that expires in 5 minutes.',
    method: 'Method',
    body: 'JSON body',
    send: 'Send',
    answer: 'Response',
    took: (ms: number) => `${ms} ms`,
    status: (status: number, text: string) => (text === '' ? String(status) : `${status} ${text}`),
    redirect: 'Redirect (the browser hides the details)',
    run: 'View run',
    headers: 'Headers',
    answerBody: 'Body',
    empty: 'No body',
    failed: 'No response. The webhook may be on a different host than this page, or the connection failed.',
    passed: 'Accepted. A run was started.',
    separateHost: (host: string) =>
      `This workspace's webhooks are served at ${host}, which this page can't call. Use one of the code examples above.`,
    otherHost: (host: string) =>
      `You opened the console on a different host than ${host}, so the webhook may treat this browser as a foreign origin.`,
  },
  settings: {
    title: 'Options',
    readOnly: 'Only people who can edit this workflow can see the key and secret or change these settings.',
    authentication: 'Token check',
    authenticationLabel: 'Require a signed token (JWT)',
    authenticationAbout:
      'Callers send a JWT in the Authorization or token header, signed with the secret using HS256, HS384, or HS512.',
    madeOnSave: 'A key and a secret are generated when you save.',
    key: 'Key',
    keyAbout: "Must equal the token's iss claim.",
    secret: 'Secret',
    secretShort:
      'This secret is shorter than 32 bytes, so it is easier to guess. You can save it, but a longer one is safer.',
    secretAbout: 'Signs and verifies tokens. When you change it, every caller needs the new one.',
    show: 'Show key and secret',
    hide: 'Hide key and secret',
    newKey: 'Rotate key…',
    newSecret: 'Rotate secret…',
    newKeyTitle: 'Rotate the key?',
    newSecretTitle: 'Rotate the secret?',
    newKeyConfirm: 'Rotate key',
    newSecretConfirm: 'Rotate secret',
    copyKey: 'Copy key',
    copySecret: 'Copy secret',
    newText: 'Existing tokens stop working immediately. Update every caller.',
    newDone: 'Rotated. Share the new value with your callers.',
    cors: 'CORS check',
    corsLabel: 'Allow requests from other websites (CORS)',
    corsAbout: "Adds CORS headers. Requests from origins that aren't on the list get 403.",
    domains: 'Allowed origins',
    domainsAbout:
      'Comma-separated, as browsers send them: scheme, host, and port, without a trailing slash. * allows any origin.',
    signature: {
      title: 'Signed requests',
      about:
        'Many services sign each webhook with a shared secret. Hark verifies the signature before it accepts the request; forged requests get 401 and start nothing.',
      scheme: 'Sender',
      schemes: {
        none: 'Requests are not signed',
        stripe: 'Stripe',
        github: 'GitHub',
        shopify: 'Shopify',
        slack: 'Slack',
        hubspot: 'HubSpot',
        'standard-webhooks': 'Standard Webhooks (Svix, Clerk, OpenAI…)',
        hmac: 'Another sender (HMAC)',
        'shared-secret': 'A secret in a header (GitLab, Telegram, Google…)',
      },
      secret: 'Secret',
      newSecret: 'New secret',
      kept: 'Saved. Paste a new one to replace it.',
      keepOld: 'Also accept the present secret',
      secretAbout: Object.fromEntries([
        ['stripe', "In Stripe's dashboard: the endpoint's signing secret, starting with whsec_."],
        ['github', "In GitHub: the secret in the webhook's settings."],
        ['shopify', "In Shopify: the app's client secret, or the secret under Notifications → Webhooks."],
        ['slack', "In Slack: the app's signing secret under Basic Information."],
        ['hubspot', "In HubSpot: the app's client secret."],
        ['standard-webhooks', "The endpoint's signing secret, starting with whsec_."],
        [
          'shared-secret',
          "The value of the header, such as GitLab's secret token. Templates such as `{{ secrets.gitlab }}` work.",
        ],
      ]) as Readonly<Record<string, string>>,
      anySecret: 'The secret that you share with the sender. Templates such as `{{ secrets.partner }}` work.',
      tolerance: 'Tolerance',
      toleranceAbout: 'Requests whose signed time differs more from the clock are rejected as replays.',
      seconds: ' s',
      dedupe: "Use the sender's delivery ID to detect repeated deliveries",
      dedupeAbout: 'Otherwise, only the idempotency header counts.',
      secretHeader: 'Secret header',
      secretHeaderAbout: 'Such as X-Gitlab-Token. The workflow never reads it.',
      hmac: {
        header: 'Signature header',
        prefix: 'Prefix in the header',
        algorithm: 'Algorithm',
        encoding: 'Encoding',
        timestamp_header: 'Timestamp header',
        signed_content: 'Signed content',
      },
      hmacAbout: {
        header: 'Such as X-Signature',
        prefix: 'Such as sha256=',
        timestamp_header: 'If the sender signs the time',
        signed_content: 'With {body}, {timestamp}, {id} and {url}. Empty means the body.',
      },
    },
    answers: 'Response',
    receipt: 'Respond immediately with the run ID',
    workflow: "Wait up to 20 seconds for the workflow's response",
    idempotency: 'Idempotency header',
    idempotencyAbout: "A request that repeats this header's value within 24 hours doesn't start another run.",
    receipts: 'Signed receipts',
    receiptsAbout:
      'Accepted requests get the header Hark-Receipt, and senders can look up the status of their run with the same token.',
    receiptsNeedToken: 'Turn on the token check first. Receipts are signed with its secret.',
    preview: 'Current value',
    previewWaits: '…',
    previewEmpty: 'Empty: every request is rejected.',
    secretsStandIn: 'Secrets are shown as [secret].',
    save: 'Save',
    saved: 'Saved. Takes effect with the next request.',
    yes: 'Yes',
    no: 'No',
    nothing: 'None',
  },
  ceiling: {
    title: 'Rate limits',
    about: (perSecond: number, perDay: number) =>
      `All webhooks in this workspace share ${perSecond.toLocaleString()} requests per second. This webhook accepts up to ${perDay.toLocaleString()} per day. Requests over a limit get 429.`,
    change: 'Change limits',
    busiest: (count: number, most: number) =>
      `Busiest second in the last minute: ${count.toLocaleString()} of ${most.toLocaleString()} requests`,
    accepted: 'Accepted',
    chart: (total: number) =>
      `Requests per second to all webhooks in the last minute: ${total.toLocaleString()} accepted.`,
    refused: (count: number) => {
      if (count === 0) return 'No requests to this webhook were rejected by a limit in the last hour.';
      const requests = count === 1 ? '1 request was' : `${count.toLocaleString()} requests were`;
      return `At least ${requests} rejected by a limit in the last hour.`;
    },
  },
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
  signatures: {
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
      `Signed text (HMAC-${algorithm.toUpperCase().replace(/^SHA/, 'SHA-')}, ${encoding === 'hex' ? 'hex' : 'Base64'})`,
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
  },
  browsers: {
    title: 'CORS tester',
    about:
      "Shows what a browser would get, based on this webhook's current settings and the rules that browsers follow. Nothing is sent.",
    origin: 'Origin of the page',
    originAbout: 'Scheme, host, and port, as the browser sends them.',
    method: 'Method',
    contentType: 'Content-Type',
    noType: 'None',
    headers: 'Other header names',
    headersAbout: 'Separate names with commas, such as Authorization, X-Event.',
    credentials: 'With cookies (credentials: include)',
    ask: 'Run check',
    sameOrigin: 'The page and the webhook have the same origin, so CORS rules do not apply.',
    preflight: '1. Preflight',
    noPreflight: 'No preflight: the browser sends a request like this directly.',
    /** Each reason is `method` or the lower-case name of a header. */
    because: (reasons: readonly string[]) => {
      const headers = reasons.filter((reason) => reason !== 'method').map(headerName);
      const named =
        headers.length === 0 ? [] : [`the ${listed(headers)} header${headers.length === 1 ? '' : 's'}`];
      return `The browser sends a preflight because of ${listed([...(reasons.includes('method') ? ['the method'] : []), ...named])}.`;
    },
    differs:
      "Browsers differ here. By the Fetch standard, Access-Control-Allow-Headers: * doesn't cover Authorization, but Chromium sends the request anyway. Don't rely on it as protection. To support every browser, send the token in the token header instead.",
    requestIfSent: '2. Request, if the browser sends it',
    request: '2. Request',
    only: 'Request',
    notSent: 'The browser never sends the request.',
    gets: (status: number) => `Webhook returns ${status}`,
    goesOn: 'The browser continues.',
    readable: 'The page can read the response.',
    startsRun: 'A run is started.',
    noRun: 'No run is started.',
    answerHeaders: 'Response headers',
    noHeaders: 'No CORS headers',
    blocked: (reason: string): string => {
      if (reason.startsWith('header:')) {
        const name = reason.slice('header:'.length);
        return `The browser blocks the request: with cookies, Access-Control-Allow-Headers: * doesn't cover ${name}. Send the request without cookies.`;
      }
      const reasons: Readonly<Record<string, string>> = {
        status: 'The browser blocks the request.',
        origin: "The response doesn't allow this origin, so the page can't read it.",
        credentials: "The response doesn't allow cookies.",
        method: "The response doesn't allow this method.",
      };
      return reasons[reason] ?? reason;
    },
    origins: {
      no_entries: () => 'The list of allowed origins is empty.',
      slash_in_list: (entry: string) =>
        `The list contains ${entry} with a trailing slash. Browsers don't send one, so remove it.`,
      slash_in_origin: (entry: string) =>
        `Remove the trailing slash from the origin. Browsers don't send one, and ${entry} is in the list.`,
      letter_case: (entry: string) =>
        `The list contains ${entry}. Browsers send origins in lower case, and they must match exactly.`,
      pattern: (entry: string) =>
        `${entry} doesn't work as a pattern: only a * by itself means any origin. List each origin in full.`,
      no_scheme: (entry: string) =>
        `The list contains ${entry} without a scheme. Add https:// in front of it.`,
      path_in_list: (entry: string) =>
        `The list contains ${entry}. Origins have no path, so remove the path.`,
      scheme: (entry: string) => `The list contains ${entry}, which has a different scheme.`,
      port: (entry: string) => `The list contains ${entry}, which has a different port.`,
      unlike_all: () => 'No entry in the list is similar to this origin.',
    },
    ranUnread:
      'A run is started anyway: the CORS check is disabled, and the browser only hides the response from the page.',
  },
} as const;
