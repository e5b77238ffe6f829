import type { Arrival } from './arrival.ts';

/**
 * A documentation IP address (RFC 5737) that the check sends as a forged header. If the caller appears to
 * have this IP address, the header was trusted without proof.
 */
export const pretendedCaller = '192.0.2.1';

const shipped = 'deploy/nginx.conf shows how.';

/** Plain http is fine here, because traffic from a machine to itself can't be intercepted. */
const isThisMachine = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Checks the protocol. Plain http can be intercepted, and Hark generates http URLs if it detects http. */
export function judgeProtocol(baseUrl: string, arrival: Arrival | undefined): string {
  const { protocol, hostname, host } = new URL(baseUrl);
  if (protocol === 'http:') {
    if (arrival?.forwardedProto === 'https')
      throw new Error(
        `Callers connect over https, but the base URL uses http. Use https://${host} as the base URL.`,
      );
    if (isThisMachine(hostname)) return 'not needed while all callers are on this machine';
    throw new Error(
      'Plain http exposes passwords and tokens. Put an https proxy in front of Hark and use its URL. deploy/nginx.conf shows how.',
    );
  }
  if (!arrival || arrival.protocol === 'https')
    return 'the certificate is valid, and callers connect over https';
  if (arrival.forwardedProto === null)
    throw new Error(
      `The proxy doesn't report that callers connect over https. Configure it to set the header X-Forwarded-Proto. ${shipped}`,
    );
  throw new Error(
    arrival.trustsProxies
      ? `X-Forwarded-Proto is "${arrival.forwardedProto}" although callers connect over https. Configure the proxy to set it to https. ${shipped}`
      : "The proxy reports that callers connect over https, but `serve` doesn't trust it. Set TRUST_PROXY=1 for `serve`.",
  );
}

/** Checks the Host header, because only that header selects the workspace (spec/provisioning §1.2). */
export function judgeHost(baseUrl: string, { host, forwardedHost }: Arrival): string {
  const wanted = new URL(baseUrl).host;
  if (host === wanted) return `Hark receives the host that callers request: ${host}`;
  const instead = forwardedHost === wanted ? ', and the right host only in X-Forwarded-Host' : '';
  throw new Error(
    `Callers request ${wanted}, but Hark receives the Host header "${host}"${instead}. Configure the proxy to forward the original Host header. ${shipped}`,
  );
}

/** Checks how the header `apikey` arrives, because no other spelling is a credential (spec/rest-api §1.1). */
export function judgeKeyHeader({ keyHeader, rewritesHeaderNames }: Arrival): string {
  if (keyHeader === null)
    throw new Error(
      "Callers can't send an API key, because the proxy removes the header `apikey`. Configure it to pass the header on unchanged.",
    );
  if (keyHeader === 'apikey') return 'the header `apikey` arrives as callers send it';
  if (keyHeader === 'Apikey' && rewritesHeaderNames)
    return 'the proxy changes the header `apikey` to `Apikey`, and Hark accepts both';
  throw new Error(
    keyHeader === 'Apikey'
      ? 'API keys in a header are rejected, because the proxy changes `apikey` to `Apikey`. Set PROXY_REWRITES_HEADER_NAMES=1 for `serve`, or configure the proxy to leave header names as they are.'
      : `API keys in a header are rejected, because the proxy changes \`apikey\` to \`${keyHeader}\`. Configure it to leave header names as they are.`,
  );
}

/**
 * Checks the detected IP address. Limits count failures by the caller's IP address, so it must be genuine and
 * not shared by all callers.
 */
export function judgeCallers(baseUrl: string, arrival: Arrival): string {
  const { caller, trustsProxies, forwardedFor, forwardedProto, forwardedHost } = arrival;
  if (caller === pretendedCaller)
    throw new Error(
      `Callers can fake their IP address with an X-Forwarded-For header. Configure the proxy to replace it with the caller's IP address, or unset TRUST_PROXY if there is no proxy. ${shipped}`,
    );
  const forwarded = (forwardedFor ?? '')
    .split(',')
    .filter((one) => !['', pretendedCaller].includes(one.trim()));
  if (trustsProxies) {
    if (forwarded.length > 0) return "the proxy reports the caller's IP address, and callers can't fake it";
    throw new Error(
      `The proxy doesn't report the caller's IP address, so all callers appear as ${caller}. Configure it to set the header X-Forwarded-For. ${shipped}`,
    );
  }
  const isPassedOn =
    arrival.isPassedOn || forwarded.length > 0 || forwardedProto !== null || forwardedHost !== null;
  if (!isPassedOn && baseUrl.startsWith('http:')) return 'callers connect directly';
  throw new Error(
    `All callers appear as ${caller}, because Hark is behind a proxy and TRUST_PROXY isn't set. Set TRUST_PROXY=1 for \`serve\`, and configure the proxy to set X-Forwarded-For. ${shipped}`,
  );
}
