/** Returns the token to send. If `refused` is set, the server has just rejected that token, so return a new one. */
export type TokenSource = (refused?: string) => string | Promise<string>;

/**
 * The credential: a user's API key, or an API client's or OAuth app's bearer token. Pass only one of them,
 * because the server ignores a key that is sent with a token.
 */
export type Credential =
  | { readonly apiKey: string; readonly token?: undefined }
  | { readonly token: string | TokenSource; readonly apiKey?: undefined };

/** Returns the header that carries the credential. It is built for each attempt, so a token can be refreshed. */
export type CredentialHeader = (
  refused?: string,
) => Promise<{ header: Record<string, string>; token?: string }>;

/** Validates a credential without including it in any message, and returns how to send it. */
export function readCredential({
  apiKey,
  token,
}: Partial<Record<'apiKey' | 'token', unknown>>): CredentialHeader {
  if ((apiKey === undefined) === (token === undefined)) {
    throw new TypeError('Pass exactly one credential: apiKey or token.');
  }
  if (apiKey !== undefined) {
    // The header name must be exactly this, in lower case (spec/rest-api §1.1).
    const header = { apikey: asHeaderValue('apiKey', apiKey) };
    return async () => ({ header });
  }
  if (typeof token !== 'function') {
    const header = { authorization: `Bearer ${asHeaderValue('token', token)}` };
    return async () => ({ header });
  }
  const source = token as TokenSource;
  return async (refused) => {
    const value = asHeaderValue('token', await Promise.resolve(source(refused)));
    return { header: { authorization: `Bearer ${value}` }, token: value };
  };
}

// fetch would reject an invalid value too, but its error message would contain the value.
function asHeaderValue(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) {
    throw new TypeError(`${name} must be a non-empty string of printable ASCII characters.`);
  }
  return value;
}
