/** Gives the token to send. `refused` is the one that the server has just called invalid: refresh, do not give it again. */
export type TokenSource = (refused?: string) => string | Promise<string>;

/**
 * Who the client acts as: the API key of a user, or a bearer token (of an API client, or of an OAuth app). Never both: beside a token a key
 * would not be consulted.
 */
export type Credential =
  | { readonly apiKey: string; readonly token?: undefined }
  | { readonly token: string | TokenSource; readonly apiKey?: undefined };

/** The header that proves the caller, made anew for each try so that a token can be refreshed. */
export type CredentialHeader = (
  refused?: string,
) => Promise<{ header: Record<string, string>; token?: string }>;

/** Checks a credential without ever naming it in a message, and says how it travels. */
export function readCredential({
  apiKey,
  token,
}: Partial<Record<'apiKey' | 'token', unknown>>): CredentialHeader {
  if ((apiKey === undefined) === (token === undefined)) {
    throw new TypeError('Give exactly one credential: apiKey, or token.');
  }
  if (apiKey !== undefined) {
    // Exactly this spelling, lower case (spec/rest-api §1.1).
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

// fetch would refuse such a value too, with the value in its message.
function asHeaderValue(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) {
    throw new TypeError(`${name} must be a text of visible ASCII characters, and not empty.`);
  }
  return value;
}
