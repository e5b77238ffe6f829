import { encodingName, hmacName } from './signatures.ts';

/** Strings about calling a webhook: its URL, code examples and test requests. */
export const callingTexts = {
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
    placeholders: {
      token: 'YOUR_TOKEN',
      secret: 'YOUR_SECRET',
      signature: 'YOUR_SIGNATURE',
      timestamp: 'YOUR_TIMESTAMP',
      id: 'YOUR_ID',
    },
    needsToken: 'This webhook requires a token. Replace YOUR_TOKEN with yours.',
    tokenIn: 'The copied code contains a token that expires in 1 hour. Treat it like a password.',
    signedElsewhere: (sender: string) =>
      `This webhook accepts only requests that its sender signs: ${sender}. Example code would get 401, so send a test event from there.`,
    needsSecret: 'Replace `YOUR_SECRET` with the secret that you share with the sender.',
    needsSignature: (hmac: {
      algorithm?: string | undefined;
      encoding?: string | undefined;
      signed_content?: string | undefined;
      timestamp_header?: string | undefined;
    }) => {
      const { algorithm = 'sha256', encoding = 'hex', signed_content = '{body}', timestamp_header } = hmac;
      const content = signed_content === 'timestamp.body' ? '{timestamp}.{body}' : signed_content;
      return [
        `Replace \`YOUR_SIGNATURE\` with the ${hmacName(algorithm)} of \`${content}\` in ${encodingName(encoding)}, made with the secret that you share with the sender.`,
        ...(timestamp_header ? ['Replace `YOUR_TIMESTAMP` with the current Unix time.'] : []),
        ...(content.includes('{id}') ? ['Replace `YOUR_ID` with a new ID.'] : []),
      ].join(' ');
    },
    debugSignature: 'Debug a signature',
    pages: {
      signed: 'For servers only: a web page would reveal the secret.',
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
    signed:
      "This webhook accepts only signed requests, and this page can't sign them. To see what the steps do, open the Test tab and select Test workflow.",
    separateHost: (host: string) =>
      `This workspace's webhooks are served at ${host}, which this page can't call. Use one of the code examples above.`,
    otherHost: (host: string) =>
      `You opened the console on a different host than ${host}, so the webhook may treat this browser as a foreign origin.`,
  },
} as const;
