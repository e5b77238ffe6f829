import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { type Browser, hiddenInputs, type Page } from './console/browser.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
/** The user was present and was verified. */
const upAndUv = 0x05;
const withKey = 0x40;

/** Creates a passkey for a workspace, as a device does, and uses it through the forms of Hark's pages. */
export function makeSoftwarePasskey({ baseUrl }: Workspace) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const { hostname, origin } = new URL(baseUrl);

  const authData = (flags: number, ...rest: Buffer[]) =>
    Buffer.concat([sha256(hostname), Buffer.of(flags), Buffer.alloc(4), ...rest]);
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const encoded = (response: Record<string, Buffer>) =>
    JSON.stringify({
      id: credentialId.toString('base64url'),
      rawId: credentialId.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(
        Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
      ),
    });

  const create = (challenge: string): string => {
    // The public key in COSE: an elliptic curve key (2) for ES256 (-7) on P-256 (1).
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    const credential = [
      Buffer.alloc(16),
      Buffer.of(0, credentialId.length),
      credentialId,
      Buffer.from(isoCBOR.encode(key)),
    ];
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', Uint8Array.from(authData(upAndUv + withKey, ...credential))],
    ]);
    return encoded({
      clientDataJSON: clientData('webauthn.create', challenge),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)),
    });
  };

  const get = (challenge: string): string => {
    const [authenticatorData, clientDataJSON] = [authData(upAndUv), clientData('webauthn.get', challenge)];
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    return encoded({ clientDataJSON, authenticatorData, signature: sign('sha256', signed, privateKey) });
  };

  /** Fetches the options of a page's form, and submits the form with the passkey's response. */
  const use = async (browser: Browser, page: Page, action: string, respond: typeof get): Promise<Page> => {
    const { form_token = '' } = hiddenInputs(page, action);
    const { text } = await browser.post(`${action}/options`, { form_token });
    return browser.submit(page, action, { response: respond(JSON.parse(text).challenge), name: 'A device' });
  };

  return {
    /** Adds the passkey to the account that is signed in. */
    register: async (browser: Browser): Promise<Page> =>
      use(browser, await browser.get('/second-factor/passkey'), '/second-factor/passkey', create),
    signIn: async (browser: Browser): Promise<Page> =>
      use(browser, await browser.get('/sign-in'), '/sign-in/passkey', get),
  };
}
