import { curlOf, type WrittenCall } from '../../../components/values/curl.ts';

export const languages = ['curl', 'javascript', 'python'] as const;
export type Language = (typeof languages)[number];

/** JSON is a literal of both languages for texts and maps of texts. */
const literal = (value: unknown, indent = 2) => JSON.stringify(value, null, indent);

function javascriptOf({ url, method, headers, body }: WrittenCall): string {
  const options = [
    `  method: ${literal(method)},`,
    ...(headers.length === 0
      ? []
      : [`  headers: ${literal(Object.fromEntries(headers)).replaceAll('\n', '\n  ')},`]),
    ...(body === null ? [] : [`  body: ${literal(body)},`]),
  ];
  return `const answer = await fetch(${literal(url)}, {\n${options.join('\n')}\n});\nconsole.log(answer.status, await answer.text());`;
}

function pythonOf({ url, method, headers, body }: WrittenCall): string {
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
    'with urlopen(request, timeout=30) as answer:',
    '    print(answer.status, answer.read().decode())',
  ];
  return lines.join('\n');
}

const writers: Readonly<Record<Language, (call: WrittenCall) => string>> = {
  curl: curlOf,
  javascript: javascriptOf,
  python: pythonOf,
};

export const snippetOf = (language: Language, call: WrittenCall): string => writers[language](call);
