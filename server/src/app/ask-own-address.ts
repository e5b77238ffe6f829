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
    if (URL.parse(url)?.origin !== baseUrl) throw new Error(`${url} isn't a URL of this workspace.`);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(url, { ...question, redirect: 'manual', signal });
      return { status: answer.status, headers: answer.headers, text: await textOf(answer) };
    } catch (error) {
      throw new Error(
        `${baseUrl} doesn't respond to requests from Hark's own machine${reasonOf(error)}. Start \`hark up\` or \`hark serve\`, and check DNS and firewall so that this machine can reach the URL.`,
      );
    }
  };

/** Common causes. They contain nothing confidential: every user who can run this check may see them. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'DNS lookup failed',
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ERR_SSL_WRONG_VERSION_NUMBER: "the server doesn't speak HTTPS",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "the server doesn't speak HTTPS",
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  CERT_NOT_YET_VALID: 'the TLS certificate is not valid yet, or a clock is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'the TLS certificate is self-signed; if it is yours, add it with NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN:
    'the TLS certificate is from an unknown authority; if it is yours, add it with NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the server sends its TLS certificate without the intermediate certificates',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the TLS certificate is from an unknown authority; if it is yours, add it with NODE_EXTRA_CA_CERTS',
};

function reasonOf(error: unknown): string {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string } };
  const reason =
    name === 'TimeoutError' ? `no response within ${timeoutMs / 1_000} s` : reasons[cause?.code ?? ''];
  return reason === undefined ? '' : ` (${reason})`;
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error('The response is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
