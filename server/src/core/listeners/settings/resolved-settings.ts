import type { ResolvedSignature } from '../signature/scheme.ts';

/** A rendered setting; undefined if the template failed or its result is empty (spec/listeners §2.5). */
export type Resolved = string | undefined;

/** A listener's settings (spec/listeners §2.1), resolved for one request. */
export interface ResolvedSettings {
  readonly addAuthentication: boolean;
  readonly endpointKey: Resolved;
  readonly endpointSecret: Resolved;
  readonly allowCors: boolean;
  readonly corsDomains: Resolved;
  /** Undefined if requests aren't signed. */
  readonly signature: ResolvedSignature | undefined;
  /** False if the listener, its workflow or the workflow's owner is disabled (spec/listeners §1.4). */
  readonly isSwitchedOn: boolean;
  /**
   * The stored base URL, which defines the service's own host (spec/listeners §4.1). It never comes from a
   * request header.
   */
  readonly baseUrl: string;
}
