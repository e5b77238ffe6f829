import { type InstallationKey, seal, tryOpen } from '../../lib/crypto/installation-key.ts';

/** How a request to the public URL arrived, after any proxies. */
export interface Arrival {
  readonly host: string;
  /** The detected protocol: http or https. */
  readonly protocol: string;
  /** The detected IP address of the caller. */
  readonly caller: string;
  readonly forwardedFor: string | null;
  readonly forwardedProto: string | null;
  readonly forwardedHost: string | null;
  /** Whether any other header shows that a proxy forwarded the request. */
  readonly isPassedOn: boolean;
  /** The header `apikey` as it arrived, with its name spelled as a proxy left it. Null if it didn't arrive. */
  readonly keyHeader: string | null;
  /** Whether PROXY_REWRITES_HEADER_NAMES is set in the process that received the request. */
  readonly rewritesHeaderNames: boolean;
  /** Whether TRUST_PROXY is set in the process that received the request. */
  readonly trustsProxies: boolean;
  /** The receiving process's clock, in milliseconds. */
  readonly now: number;
}

export const arrivalPath = '/set-up/arrival';
export const ticketHeader = 'x-hark-ticket';
/**
 * How long a ticket is valid. The time is long so a wrong clock is reported as such, instead of as an expired
 * ticket. The response is encrypted anyway.
 */
const ticketMs = 24 * 3_600_000;

/** Creates a ticket that allows reading the arrival for a day. Only this installation can create one. */
export const makeTicket = (key: InstallationKey, now: Date): string =>
  seal(key, 'arrival/ticket', String(now.getTime() + ticketMs));

export function isTicket(key: InstallationKey, ticket: string, now: Date): boolean {
  const expires = tryOpen(key, 'arrival/ticket', ticket);
  return expires !== undefined && now.getTime() < Number(expires);
}

/** Encrypts the arrival, so proxies can neither read nor forge it. */
export const sealArrival = (key: InstallationKey, arrival: Arrival): string =>
  seal(key, 'arrival', JSON.stringify(arrival));

/** Decrypts an arrival. Returns undefined if another installation wrote it. */
export function openArrival(key: InstallationKey, sealed: string): Arrival | undefined {
  const text = tryOpen(key, 'arrival', sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Arrival);
}
