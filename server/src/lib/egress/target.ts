import { isIP } from 'node:net';
import { refused } from './failure.ts';

/** The operator's settings HARK_EGRESS_PORTS and HARK_EGRESS_ALLOW. */
export interface EgressRules {
  readonly ports: ReadonlySet<number>;
  /** Exact `host:port` pairs as in a URL: hosts that may be private, and ports in addition to `ports`. */
  readonly allow: ReadonlySet<string>;
}

/** Applies to the first URL and to each redirect. */
interface TargetRules extends EgressRules {
  readonly httpsOnly: boolean;
  /** Whether hosts that the operator allowed may be called: not if an untrusted source chose the URL. */
  readonly mayUseAllowed: boolean;
}

/** A URL that passed all checks that need no DNS look-up. */
export interface Target {
  readonly url: URL;
  /** The operator allowed this host and port, so its IP addresses may be private. */
  readonly isAllowed: boolean;
}

const longestUrl = 8_192;

/**
 * Checks a URL before any DNS look-up. `URL` has normalized the host: decimal, octal, hexadecimal and short
 * forms of IPv4, and full-width digits and dots, are plain numbers, so one rule covers them all.
 * @throws EgressFailure if the URL is not allowed
 */
export function judgeTarget(address: string, rules: TargetRules): Target {
  const url = address.length <= longestUrl ? URL.parse(address) : null;
  if (!url) throw refused('This is no address that can be called. It begins with https:// and a host.');
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || rules.httpsOnly)) {
    const wanted = rules.httpsOnly ? 'https' : 'http and https';
    throw refused(`Only ${wanted} addresses can be called.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('An address with a user and password in it is not called. Send them in a header.');
  }
  // Fragments are never sent, and would get lost in a redirect.
  url.hash = '';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (rules.mayUseAllowed && rules.allow.has(`${url.hostname}:${port}`)) return { url, isAllowed: true };
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 || url.hostname.startsWith('[')) {
    const advice = ' The operator can allow this IP address and port with HARK_EGRESS_ALLOW.';
    throw refused(
      `Servers are called by their name, not by an IP address.${rules.mayUseAllowed ? advice : ''}`,
    );
  }
  if (!rules.ports.has(port)) {
    throw refused(`Port ${port} may not be called. The operator can allow it by HARK_EGRESS_PORTS.`);
  }
  return { url, isAllowed: false };
}
