import { isIP } from 'node:net';
import { refused } from './failure.ts';

/** The operator's settings HARK_EGRESS_PORTS and HARK_EGRESS_ALLOW. */
export interface EgressRules {
  readonly ports: ReadonlySet<number>;
  /**
   * Exact `host:port` pairs, as in a URL. These hosts may be private, and their ports don't have to be in
   * `ports`.
   */
  readonly allow: ReadonlySet<string>;
}

/** The rules for the first URL and for each redirect. */
interface TargetRules extends EgressRules {
  readonly httpsOnly: boolean;
  /** Whether hosts that the operator allowed may be called. False if an untrusted source chose the URL. */
  readonly mayUseAllowed: boolean;
}

/** A URL that passed all checks that don't need a DNS lookup. */
export interface Target {
  readonly url: URL;
  /** The operator allowed this host and port, so its IP addresses may be private. */
  readonly isAllowed: boolean;
}

const maxUrlLength = 8_192;

/**
 * Checks a URL before any DNS lookup. `URL` has already normalized the host: decimal, octal, hexadecimal and
 * short forms of IPv4 have become dotted decimal, and so have full-width digits and dots. One rule therefore
 * covers all of them.
 * @throws EgressFailure if the URL isn't allowed
 */
export function judgeTarget(address: string, rules: TargetRules): Target {
  const url = address.length <= maxUrlLength ? URL.parse(address) : null;
  if (!url) throw refused('The URL is invalid. It must start with https:// and a host name.');
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || rules.httpsOnly)) {
    const wanted = rules.httpsOnly ? 'https' : 'http and https';
    throw refused(`Only ${wanted} URLs can be called.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('The URL must not contain a user name or password. Send them in a header.');
  }
  // Fragments are never sent, and would be lost in a redirect anyway.
  url.hash = '';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (rules.mayUseAllowed && rules.allow.has(`${url.hostname}:${port}`)) return { url, isAllowed: true };
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 || url.hostname.startsWith('[')) {
    const advice = ' The operator can allow this IP address and port with HARK_EGRESS_ALLOW.';
    throw refused(`Use a host name instead of an IP address.${rules.mayUseAllowed ? advice : ''}`);
  }
  if (!rules.ports.has(port)) {
    throw refused(`Port ${port} isn't allowed. The operator can allow it with HARK_EGRESS_PORTS.`);
  }
  return { url, isAllowed: false };
}
