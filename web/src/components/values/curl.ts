/** A request that is to be written down as code. */
export interface WrittenCall {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null for none. */
  readonly body: string | null;
}

/** Within single quotes a shell reads nothing but the quote itself. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** One line a part; a value that begins with @ would be a file to `-d`. */
export function curlOf({ url, method, headers, body }: WrittenCall): string {
  const parts = [
    `curl -X ${method} ${shellQuoted(url)}`,
    ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${shellQuoted(body)}`]),
  ];
  return parts.join(' \\\n  ');
}
