import { isIP } from 'node:net';
import { refused } from './failure.ts';

/** What the operator allows (HARK_EGRESS_PORTS, HARK_EGRESS_ALLOW). */
export interface EgressRules {
  readonly ports: ReadonlySet<number>;
  /** `host:port`, exactly, in the form of a URL: hosts that may be private, and ports beyond `ports`. */
  readonly allow: ReadonlySet<string>;
}

/** What a call asks of every address that it is sent to, the first and those it is redirected to. */
interface TargetRules extends EgressRules {
  readonly httpsOnly: boolean;
  /** Whether hosts that the operator named may be called: not where an outside server or a stranger chose the address. */
  readonly mayUseAllowed: boolean;
}

/** An address that may be called, as far as that can be told without asking for its name. */
export interface Target {
  readonly url: URL;
  /** The operator named this host and port: its addresses may be private. */
  readonly isAllowed: boolean;
}

const longestUrl = 8_192;

/**
 * Judges an address before anything is looked up. `URL` has brought the host into its one form by then: decimal, octal, hexadecimal
 * and short spellings of IPv4, full-width digits and dots are plain numbers, so that one rule covers them all.
 * @throws EgressFailure when it may not be called
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
  // Who it is for stays on our side, and would be lost in a redirect.
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
