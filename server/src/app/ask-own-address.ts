import type { Ask } from '../core/self-check/index.ts';

const timeoutMs = 5_000;
/** Hark's own responses are far smaller, but a proxy in front may return anything. */
const maxBytes = 1_000_000;

/**
 * Calls a workspace at its public URL, through any proxy in front, as an agent would. The operator set that
 * URL, so this doesn't need the egress guard (docs/design/egress.md).
 */
export const askOwnAddress =
  (baseUrl: string): Ask =>
  async (url, question) => {
    if (URL.parse(url)?.origin !== baseUrl) throw new Error(`${url} is not an address of this workspace.`);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(url, { ...question, redirect: 'manual', signal });
      return { status: answer.status, headers: answer.headers, text: await textOf(answer) };
    } catch (error) {
      throw new Error(
        `${baseUrl} does not answer the machine that Hark runs on${reasonOf(error)}. Start \`hark up\` or \`hark serve\`, look where the name leads, and let this machine reach it.`,
      );
    }
  };

/** Common causes. Every user who can run this check may see them. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name leads nowhere',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no https is spoken there',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no https is spoken there',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or a clock is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate vouches for itself; name it by NODE_EXTRA_CA_CERTS if it is yours',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is of an unknown authority; name that by NODE_EXTRA_CA_CERTS if it is yours',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes without the ones between it and its authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is of an unknown authority; name that by NODE_EXTRA_CA_CERTS if it is yours',
};

function reasonOf(error: unknown): string {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string } };
  const reason = name === 'TimeoutError' ? `not within ${timeoutMs / 1_000} s` : reasons[cause?.code ?? ''];
  return reason === undefined ? '' : ` (${reason})`;
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error('The answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
