import { type CurlRequest, curlCommand } from '../../../components/values/curl.ts';

export const languages = ['curl', 'javascript', 'python'] as const;
export type Language = (typeof languages)[number];

/** Formats a value as a literal. JSON strings and maps of strings are valid literals in both JavaScript and Python. */
const literal = (value: unknown, indent = 2) => JSON.stringify(value, null, indent);

function javascriptOf({ url, method, headers, body }: CurlRequest): string {
  const options = [
    `  method: ${literal(method)},`,
    ...(headers.length === 0
      ? []
      : [`  headers: ${literal(Object.fromEntries(headers)).replaceAll('\n', '\n  ')},`]),
    ...(body === null ? [] : [`  body: ${literal(body)},`]),
  ];
  return `const response = await fetch(${literal(url)}, {\n${options.join('\n')}\n});\nconsole.log(response.status, await response.text());`;
}

function pythonOf({ url, method, headers, body }: CurlRequest): string {
  const lines = [
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${literal(url)},`,
    `    method=${literal(method)},`,
    ...(headers.length === 0
      ? []
      : [`    headers=${literal(Object.fromEntries(headers), 4).replaceAll('\n', '\n    ')},`]),
    ...(body === null ? [] : [`    data=${literal(body)}.encode(),`]),
    ')',
    'with urlopen(request, timeout=30) as response:',
    '    print(response.status, response.read().decode())',
  ];
  return lines.join('\n');
}

const writers: Readonly<Record<Language, (call: CurlRequest) => string>> = {
  curl: curlCommand,
  javascript: javascriptOf,
  python: pythonOf,
};

export const snippetOf = (language: Language, call: CurlRequest): string => writers[language](call);
