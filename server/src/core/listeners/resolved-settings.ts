/** A setting after template scripting: its text, or undefined when it gave an error or nothing at all (decisions 3). */
export type Resolved = string | undefined;

/** The settings of one listener (seed 2.1) as they hold for one request. */
export interface ResolvedSettings {
  readonly addAuthentication: boolean;
  readonly endpointKey: Resolved;
  readonly endpointSecret: Resolved;
  readonly allowCors: boolean;
  readonly corsDomains: Resolved;
  /** False when the listener or its workflow is switched off (decisions 3), or its owner is (decisions 6.5). */
  readonly isSwitchedOn: boolean;
  /** Where the listeners are served, as stored, never a header of the request: it names the own host (decisions 2). */
  readonly baseUrl: string;
}
