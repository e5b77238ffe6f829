import type { Arrival } from './arrival.ts';

/** A documentation IP address (RFC 5737): a caller that appears to have it was trusted without proof. */
export const pretendedCaller = '192.0.2.1';

const shipped = 'deploy/nginx.conf shows how.';

/** Traffic from a machine to itself can't be intercepted. */
const isThisMachine = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Plain http can be intercepted, and Hark generates http URLs if it detects http. */
export function judgeProtocol(baseUrl: string, arrival: Arrival | undefined): string {
  const { protocol, hostname, host } = new URL(baseUrl);
  if (protocol === 'http:') {
    if (arrival?.forwardedProto === 'https')
      throw new Error(
        `Callers come by https, and the address says http. Take https://${host} as the address.`,
      );
    if (isThisMachine(hostname)) return 'not needed as long as nobody comes from another machine';
    throw new Error(
      'Passwords and tokens travel readable by plain http. Put a proxy with https in front, and take its address. deploy/nginx.conf shows how.',
    );
  }
  if (!arrival || arrival.protocol === 'https')
    return 'its certificate is valid here, and callers come by https';
  if (arrival.forwardedProto === null)
    throw new Error(
      `The proxy in front does not say that callers come by https. Let it set the header X-Forwarded-Proto. ${shipped}`,
    );
  throw new Error(
    arrival.trustsProxies
      ? `X-Forwarded-Proto says "${arrival.forwardedProto}" although callers come by https. Let the proxy in front set it to https. ${shipped}`
      : 'The proxy in front says that callers come by https, and is not believed. Set TRUST_PROXY=1 for `serve`.',
  );
}

/** Only the Host header selects the workspace (spec/provisioning §1.2). */
export function judgeHost(baseUrl: string, { host, forwardedHost }: Arrival): string {
  const wanted = new URL(baseUrl).host;
  if (host === wanted) return `it arrives as callers write it: ${host}`;
  const instead = forwardedHost === wanted ? ', and the right one only as X-Forwarded-Host' : '';
  throw new Error(
    `Callers ask for ${wanted}, and "${host}" arrives${instead}. Let the proxy in front pass the Host header on as it came. ${shipped}`,
  );
}

/** Limits count failures by the caller's IP address, so it must be genuine and not shared by all. */
export function judgeCallers(baseUrl: string, arrival: Arrival): string {
  const { caller, trustsProxies, forwardedFor, forwardedProto, forwardedHost } = arrival;
  if (caller === pretendedCaller)
    throw new Error(
      `Whoever writes an X-Forwarded-For header is believed to be there. Let the proxy in front replace it by the caller’s address, or take TRUST_PROXY away where there is no proxy. ${shipped}`,
    );
  const told = (forwardedFor ?? '').split(',').filter((one) => !['', pretendedCaller].includes(one.trim()));
  if (trustsProxies) {
    if (told.length > 0) return 'the proxy says who calls, and nobody can pretend to be another';
    throw new Error(
      `The proxy in front does not say who calls: everybody looks like ${caller}. Let it set the header X-Forwarded-For. ${shipped}`,
    );
  }
  const isPassedOn =
    arrival.isPassedOn || told.length > 0 || forwardedProto !== null || forwardedHost !== null;
  if (!isPassedOn && baseUrl.startsWith('http:')) return 'callers come here directly';
  throw new Error(
    `Everybody looks like ${caller}, because a proxy stands in front and TRUST_PROXY is not set. Set TRUST_PROXY=1 for \`serve\`, and let the proxy set X-Forwarded-For. ${shipped}`,
  );
}
