import type { Path, StepProblem } from '../compile/compile-tree.ts';

/**
 * The headers that a `respond` step can set (spec/listeners §7.3). A listener may share its origin with the
 * console, so a response must not be able to sign users out, register a service worker, or redirect inside
 * nginx.
 */
const allowed: ReadonlySet<string> = new Set([
  'content-type',
  'content-disposition',
  'content-language',
  'cache-control',
  'etag',
  'last-modified',
  'link',
  'retry-after',
]);

/** Custom headers are allowed, except those that proxies and browsers obey or that Hark sets itself. */
const customPrefix = 'x-';
const reservedPrefix = 'x-accel-';
const reserved: ReadonlySet<string> = new Set([
  'x-sendfile',
  'x-frame-options',
  'x-content-type-options',
  'x-request-id',
  'x-run-id',
]);

const listed = new Intl.ListFormat('en-GB').format([`${reservedPrefix}*`, ...reserved]);
const allowedText = `Allowed: ${[...allowed].join(', ')}, and names that start with ${customPrefix} except ${listed}; \`redirect\` sets location`;

/**
 * Returns why a `respond` step can't set a header to a value (spec/listeners §7.3), or undefined if it can.
 */
function answerHeaderProblem(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  const isCustom =
    lower.startsWith(customPrefix) && !lower.startsWith(reservedPrefix) && !reserved.has(lower);
  if (!isCustom && !allowed.has(lower)) return `a respond step can't set ${name}. ${allowedText}`;
  // Search the whole value, because quoting and escaping could hide the word from a parser that looks only at
  // `rel`.
  if (lower === 'link' && /preload/i.test(value.replaceAll('\\', ''))) {
    return `a respond step's Link header must not contain "preload"`;
  }
  return undefined;
}

/** Returns errors in a step's headers as written. Values from templates are checked at run time. */
export const answerHeaderProblems = (sources: Readonly<Record<string, string>>, path: Path): StepProblem[] =>
  Object.entries(sources).flatMap(([name, source]) => {
    const message = answerHeaderProblem(name, /\{[{%]/.test(source) ? '' : source);
    return message === undefined ? [] : [{ path: [...path, name], message }];
  });

const plainText = 'text/plain; charset=utf-8';
/** Matches a single type without a comma, because browsers use the last valid type in a list. */
const singleType =
  /^([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)(?:\s*;\s*[!#$%&'*+.^_`|~\w-]+=(?:[!#$%&'*+.^_`|~\w-]+|"[^",\\]*"))*$/;
/**
 * Matches scripts, styles, WebAssembly and multipart bodies. In Firefox, the parts of a multipart body can
 * set cookies.
 */
const activeType = /(?:java|ecma|j|live|vb)script|^text\/css$|^application\/wasm$|^multipart\//;

function safeContentType(value: string): string {
  const essence = singleType.exec(value)?.[1]?.toLowerCase();
  return essence === undefined || activeType.test(essence) ? plainText : value;
}

type Header = readonly [name: string, value: string];

/** Returns the headers to send, and a warning for each header that is dropped or changed. */
export function checkAnswerHeaders(headers: readonly Header[]): { headers: Header[]; warnings: string[] } {
  const checked: { headers: Header[]; warnings: string[] } = { headers: [], warnings: [] };
  for (const [name, value] of headers) {
    const problem = answerHeaderProblem(name, value);
    if (problem !== undefined) {
      checked.warnings.push(`headers.${name}: not sent: ${problem}`);
      continue;
    }
    const sent = name.toLowerCase() === 'content-type' ? safeContentType(value) : value;
    if (sent !== value) {
      checked.warnings.push(
        `headers.${name}: sent as ${plainText}, because the type isn't valid or browsers could execute it`,
      );
    }
    checked.headers.push([name, sent]);
  }
  return checked;
}
