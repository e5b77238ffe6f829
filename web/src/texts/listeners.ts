const listed = (words: readonly string[]) => new Intl.ListFormat('en-GB').format(words);
const headerName = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** The screen of one listener. */
export const listenersTexts = {
  title: (workflow: string) => `Listener of ${workflow}`,
  about: 'The address that starts this workflow from outside.',
  runsAs: (owner: string) => `What it starts acts as ${owner}.`,
  isOn: 'On',
  isOff: 'Off',
  offHelp:
    'The workflow is switched off, was never published, or its owner is switched off: callers get 404.',
  toWorkflow: 'Workflow',
  toRequests: 'Requests',
  tabs: { call: 'Call it', settings: 'Settings', tokens: 'Tokens', browsers: 'Browsers' },
  tabsLabel: 'Parts of this screen',
  both: {
    title: 'Browsers cannot call this listener: both protections are on',
    plannedTitle: 'Browsers cannot call this listener once you save: both protections are on',
    text: 'A browser asks first, with a preflight OPTIONS that carries no Authorization header. The token check runs before the cross-origin check, so the preflight is rejected with 403 "Missing authentication token" and the real request is never sent.',
    advice:
      'Call it from a server, which sends no preflight. Or turn one of the two off: without the token check, anybody who knows the address may call from the allowed origins.',
    show: 'See what a browser gets',
  },
  call: {
    address: 'Address',
    addressAbout: (limit: number) =>
      `GET, POST and PUT start the workflow. All listeners of this workspace together take ${limit.toLocaleString()} requests a second.`,
    copyAddress: 'Copy the address',
    renew: 'New address …',
    renewTitle: 'Give this listener a new address?',
    renewConfirm: 'Give it a new address',
    renewText:
      'The address of now stops working at once: callers get 404 until they have the new one. This cannot be undone.',
    renewed: 'The listener has a new address.',
    snippets: 'How to call it',
    snippetsAbout: 'Runs as it stands.',
    languages: { curl: 'curl', javascript: 'JavaScript', python: 'Python' },
    language: 'Language',
    copySnippet: 'Copy this code',
    placeholder: 'YOUR_TOKEN',
    needsToken: 'Callers need a token. YOUR_TOKEN stands for it.',
    tokenIn: 'The token in this code holds for one hour. Keep it like a password.',
    pages: {
      token: 'For servers: a page cannot send it, because the token check refuses its preflight.',
      allowed: 'For servers, and for pages of the allowed origins.',
      closed: 'For servers. For pages of another origin, turn the cross-origin check on.',
    },
  },
  test: {
    title: 'Send a test request',
    about: 'From this browser to the address above. It is a real request: the workflow runs.',
    ownOrigin:
      'It arrives although browsers cannot call this listener: this page has the listener’s own origin, so the browser asks nothing first.',
    withToken: 'Carries a token that is made for it and holds for five minutes.',
    method: 'Verb',
    body: 'Body, as JSON',
    send: 'Send',
    answer: 'Answer',
    took: (ms: number) => `after ${ms} ms`,
    status: (status: number, text: string) => (text === '' ? String(status) : `${status} ${text}`),
    redirect: 'A redirect, which a browser does not show',
    run: 'See the run',
    headers: 'Headers',
    answerBody: 'Body',
    empty: 'No body.',
    failed: 'No answer came. The listener may be at another address than this page, or the connection broke.',
    passed: 'Accepted: a run was started.',
    separateHost: (host: string) =>
      `Webhooks of this workspace are served at ${host}, which this page can’t call. Use one of the snippets above.`,
    otherHost: (host: string) =>
      `You have opened the console at another address than ${host}: the listener may see this browser as a foreign origin.`,
  },
  settings: {
    title: 'Settings',
    readOnly: 'Who may edit the workflow can change these, and sees key and secret.',
    authentication: 'Token check',
    authenticationLabel: 'Callers need a token',
    authenticationAbout:
      'A JWT, signed with the secret by HS256, HS384 or HS512, in the header Authorization or token.',
    madeOnSave: 'Key and secret are made when you save.',
    key: 'Key',
    keyAbout: 'Must equal the claim iss of the token.',
    secret: 'Secret',
    secretShort:
      'This secret is shorter than 32 bytes and easier to guess. It can be saved; a longer one is safer.',
    secretAbout: 'Signs and verifies the token. Whoever calls needs the new one when it changes.',
    show: 'Show key and secret',
    hide: 'Hide key and secret',
    newKey: 'New key …',
    newSecret: 'New secret …',
    newKeyTitle: 'Make a new key?',
    newSecretTitle: 'Make a new secret?',
    newKeyConfirm: 'Make a new key',
    newSecretConfirm: 'Make a new secret',
    copyKey: 'Copy the key',
    copySecret: 'Copy the secret',
    newText: 'Tokens of the old one are refused from the very next request on. Every caller must be updated.',
    newDone: 'It was made. Give it to the callers.',
    cors: 'Cross-origin check',
    corsLabel: 'Pages of other origins may call',
    corsAbout: 'Adds CORS headers, and refuses origins that are not in the list with 403.',
    domains: 'Allowed origins',
    domainsAbout:
      'Separated by commas, each with scheme, host and port as browsers send them: no slash at the end. * allows any.',
    answers: 'Answer',
    receipt: 'At once, with a receipt',
    workflow: 'With what the respond step says, for at most 20 seconds',
    idempotency: 'Header that names a delivery',
    idempotencyAbout: 'A repeated delivery with the same value within 24 hours starts no second run.',
    preview: 'Now',
    previewWaits: '…',
    previewEmpty: 'Nothing. Everybody is refused.',
    secretsStandIn: 'Secrets are shown as [secret].',
    save: 'Save',
    saved: 'Saved. It holds from the next request on.',
    unsaved: 'There are changes that are not saved.',
    undo: 'Undo changes',
    yes: 'yes',
    no: 'no',
    nothing: 'none',
  },
  ceiling: {
    title: 'Ceiling',
    about: (perSecond: number, perDay: number) =>
      `All listeners of the workspace together take ${perSecond.toLocaleString()} requests a second, this one at most ${perDay.toLocaleString()} a day. Beyond it callers get 429.`,
    change: 'Change it',
    busiest: (count: number, most: number) =>
      `Busiest second of the last minute: ${count.toLocaleString()} of ${most.toLocaleString()}`,
    accepted: 'Accepted',
    chart: (total: number) =>
      `Requests by the second in the last minute, over all listeners: ${total.toLocaleString()} accepted.`,
    refused: (count: number) =>
      count === 0
        ? 'Nothing was refused here in the last hour because of a ceiling.'
        : `At least ${count.toLocaleString()} refused here in the last hour because of a ceiling.`,
  },
  maker: {
    title: 'Make a token',
    about: 'Signed here with the secret of this listener. It is not kept.',
    claims: 'Claims, as JSON',
    claimsAbout:
      'iss, iat and exp are added unless you name them. The workflow reads data and sub; put into data what it needs.',
    expiry: 'Holds for',
    expiries: {
      '300': 'five minutes',
      '3600': 'one hour',
      '86400': 'one day',
      '2592000': '30 days',
      never: 'ever',
    },
    algorithm: 'Algorithm',
    make: 'Make the token',
    token: 'Token',
    copyToken: 'Copy the token',
    curl: 'As a curl command',
    copyCurl: 'Copy the command',
    signed: 'Signed claims',
    off: 'The token check is off, so this listener has nothing to sign with. Turn it on in the settings.',
  },
  debugger: {
    title: 'Why is this token refused?',
    about:
      'Each check of the listener in its order, by its present settings. The token is neither stored nor logged.',
    token: 'Token, or the whole value of the header',
    check: 'Check',
    passed: 'This token passes.',
    refused: (status: number, text: string) => `Refused with ${status}: ${text}`,
    off: 'The token check is off: the listener does not look at tokens at all.',
    header: 'Header',
    claims: 'Claims',
    unread: 'Not readable.',
    unverified: 'What the token says of itself. Believe it only when the signature holds.',
    outcomes: { passed: 'holds', failed: 'fails', not_made: 'not made' },
    answers: {
      passed: { status: 200, text: '' },
      missing_token: { status: 403, text: 'Missing authentication token' },
      invalid_or_expired: { status: 401, text: 'Not authorized. Invalid or expired token.' },
      invalid_key: { status: 401, text: 'Not authorized. Invalid key.' },
    },
    checks: {
      present: 'A token is there',
      form: 'Three Base64 parts',
      algorithm: 'Algorithm',
      signature: 'Signature',
      claims: 'Claims are an object',
      exp: 'Not expired (exp)',
      nbf: 'Valid already (nbf)',
      iss: 'Issuer (iss)',
    },
    reasons: {
      missing: 'Neither the header Authorization nor the header token is there.',
      empty: 'There is nothing behind "Bearer ".',
      parts: 'A token has exactly three parts, joined by dots. Perhaps it was cut when it was copied.',
      encoding: 'A part is not Base64. Look for spaces, line breaks or quotation marks around it.',
      header: 'The first part is not a JSON object.',
      algorithm:
        'Its alg is none of HS256, HS384 and HS512, spelled exactly so. RS, ES, PS and none are refused.',
      refused_header: 'Its header has crit, jwk, jku or x5u, which would let the sender choose the rules.',
      secret_unresolved:
        'The secret of this listener comes to nothing at this moment. Look at its template in the settings.',
      other_signature: 'It was signed with another secret, or changed afterwards.',
      no_object: 'The second part is not a JSON object.',
      expired: 'Its time is over. 60 seconds of leeway are counted already. Make a new one.',
      'not-yet':
        'Its time has not come. 60 seconds of leeway are counted already. Look at the clock of the caller.',
      malformed: 'This must be a number: seconds since 1970, without quotation marks.',
      key_unresolved:
        'The key of this listener comes to nothing at this moment. Look at its template in the settings.',
      no_issuer: 'There is no iss, or it is not a text. It must equal the key of this listener.',
      other_issuer: 'It is not the key of this listener, letter by letter.',
      never_expires: 'It has no exp, so it holds for ever. Better give it one.',
      absent: 'It has no nbf; that is fine.',
    } as Readonly<Record<string, string>>,
  },
  browsers: {
    title: 'What would a browser get?',
    about: 'By the present settings of this listener and the rules that browsers follow. Nothing is sent.',
    origin: 'Origin of the page',
    originAbout: 'Scheme, host and port, as the browser sends them.',
    method: 'Verb',
    contentType: 'Content-Type',
    noType: 'none',
    headers: 'Further headers, by their names',
    headersAbout: 'Separated by commas, such as Authorization, X-Event',
    credentials: 'With cookies (credentials: include)',
    ask: 'Find out',
    sameOrigin: 'Page and listener have the same origin: the browser asks nobody.',
    preflight: 'First, a preflight',
    noPreflight: 'No preflight: the browser sends a request like this at once.',
    /** `method`, or the name of a header in small letters. */
    because: (reasons: readonly string[]) => {
      const headers = reasons.filter((reason) => reason !== 'method').map(headerName);
      const named =
        headers.length === 0 ? [] : [`the header${headers.length === 1 ? '' : 's'} ${listed(headers)}`];
      return `The browser asks first, because of ${listed([...(reasons.includes('method') ? ['the verb'] : []), ...named])}.`;
    },
    differs:
      'Browsers differ here. By the Fetch standard, Access-Control-Allow-Headers: * does not cover Authorization, but Chromium sends the request anyway. Don’t rely on it as protection. To be accepted by every browser, send the header token instead.',
    requestIfSent: 'Then, the request, if the browser sends it',
    request: 'Then, the request',
    only: 'The request',
    notSent: 'The request is never sent.',
    gets: (status: number) => `The listener answers ${status}`,
    goesOn: 'The browser goes on.',
    readable: 'The page can read the answer.',
    startsRun: 'A run is started.',
    noRun: 'No run is started.',
    answerHeaders: 'Headers of the answer',
    noHeaders: 'No CORS header.',
    blocked: (reason: string): string => {
      if (reason.startsWith('header:')) {
        const name = reason.slice('header:'.length);
        return `The browser stops: with cookies, Access-Control-Allow-Headers: * does not cover ${name}. Send it without cookies.`;
      }
      const reasons: Readonly<Record<string, string>> = {
        status: 'The browser takes this for a no.',
        origin: 'The answer names no allowed origin, so the page may not read it.',
        credentials: 'The answer allows no cookies.',
        method: 'The verb is not among those that the answer allows.',
      };
      return reasons[reason] ?? reason;
    },
    origins: {
      no_entries: () => 'The list of allowed origins is empty, or comes to nothing.',
      slash_in_list: (entry: string) =>
        `The list has ${entry} with a slash at the end. Browsers send none: take it away.`,
      slash_in_origin: (entry: string) => `Browsers send no slash at the end: ${entry} would pass.`,
      letter_case: (entry: string) =>
        `The list has ${entry}. Browsers send small letters, and every letter counts.`,
      pattern: (entry: string) =>
        `${entry} is no pattern here: only * alone stands for any origin. Write each one out.`,
      no_scheme: (entry: string) => `The list has ${entry} without its scheme. Write https:// before it.`,
      path_in_list: (entry: string) => `The list has ${entry}. An origin has no path: take it away.`,
      scheme: (entry: string) => `The list has ${entry}: the scheme is another one.`,
      port: (entry: string) => `The list has ${entry}: the port is another one.`,
      unlike_all: () => 'No entry of the list is like it.',
    },
    ranUnread: 'A run is started all the same: the check is off, and the browser only hides the answer.',
  },
} as const;
