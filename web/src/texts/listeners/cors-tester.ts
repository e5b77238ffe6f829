const listed = (words: readonly string[]) => new Intl.ListFormat('en-US').format(words);
const headerName = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** Strings of the CORS tester. */
export const corsTesterTexts = {
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
    no_scheme: (entry: string) => `The list contains ${entry} without a scheme. Add https:// in front of it.`,
    path_in_list: (entry: string) => `The list contains ${entry}. Origins have no path, so remove the path.`,
    scheme: (entry: string) => `The list contains ${entry}, which has a different scheme.`,
    port: (entry: string) => `The list contains ${entry}, which has a different port.`,
    unlike_all: () => 'No entry in the list is similar to this origin.',
  },
  ranUnread:
    'A run is started anyway: the CORS check is disabled, and the browser only hides the response from the page.',
} as const;
