/** A request to show as a curl command. */
export interface CurlRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null if the request has no body. */
  readonly body: string | null;
}

/** Quotes a value for the shell. Inside single quotes, only the quote itself is special. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Formats a curl command with the URL and each option in a line. It uses `--data-raw`, because `-d` would read a value that starts
 * with `@` as a file name.
 */
export function curlCommand({ url, method, headers, body }: CurlRequest): string {
  const parts = [
    `curl -X ${method}`,
    shellQuoted(url),
    ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${shellQuoted(body)}`]),
  ];
  return parts.join(' \\\n  ');
}
