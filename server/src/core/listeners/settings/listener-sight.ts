import type { Listener } from './listener.ts';

/**
 * What the settings of a listener can read: the workspace and its secrets, but not the request
 * (spec/listeners §2.2).
 */
export interface TemplateSight {
  readonly variables: {
    readonly workspace: Readonly<Record<string, string>>;
    readonly secrets: Readonly<Record<string, string>>;
  };
  readonly zone: string;
}

export function sightOf(
  { workspace: { name, baseUrl, zone } }: Pick<Listener, 'workspace'>,
  secrets: ReadonlyMap<string, string>,
): TemplateSight {
  return {
    variables: {
      workspace: { name, base_url: baseUrl, timezone: zone },
      secrets: Object.fromEntries(secrets),
    },
    zone,
  };
}
