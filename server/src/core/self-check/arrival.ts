import { type InstallationKey, seal, tryOpen } from '../../lib/crypto/installation-key.ts';

/** How a request to the public address came in: what those who stand in front made of it. */
export interface Arrival {
  /** The Host header. */
  readonly host: string;
  /** What it is taken for: http or https. */
  readonly protocol: string;
  /** The address of whom it is taken to be from. */
  readonly caller: string;
  readonly forwardedFor: string | null;
  readonly forwardedProto: string | null;
  readonly forwardedHost: string | null;
  /** Whether any other header says that somebody passed it on. */
  readonly isPassedOn: boolean;
  /** Whether TRUST_PROXY is set where it came in. */
  readonly trustsProxies: boolean;
  /** The clock there, in milliseconds. */
  readonly now: number;
}

/** Where a request is told how it came in. */
export const arrivalPath = '/set-up/arrival';
export const ticketHeader = 'x-hark-ticket';
/** Long, so that a wrong clock is told as such; what it opens is sealed anyway. */
const ticketMs = 24 * 3_600_000;

/** Entitles to ask for the arrival for a day; only this installation can make one. */
export const makeTicket = (key: InstallationKey, now: Date): string =>
  seal(key, 'arrival/ticket', String(now.getTime() + ticketMs));

export function isTicket(key: InstallationKey, ticket: string, now: Date): boolean {
  const expires = tryOpen(key, 'arrival/ticket', ticket);
  return expires !== undefined && now.getTime() < Number(expires);
}

/** Sealed, so that whoever stands in front learns nothing, and nobody else can say it. */
export const sealArrival = (key: InstallationKey, arrival: Arrival): string =>
  seal(key, 'arrival', JSON.stringify(arrival));

/** Undefined when another than this installation wrote it. */
export function openArrival(key: InstallationKey, sealed: string): Arrival | undefined {
  const text = tryOpen(key, 'arrival', sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Arrival);
}
