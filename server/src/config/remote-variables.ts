import { address, secret, type Variable } from './rules.ts';

/** Settings for commands that call a server instead of opening its database. */
export const remoteVariables = {
  HARK_URL: {
    about:
      "The base URL of a workspace. If it is set, `apply` and `pull` call this workspace's REST API and need no database.",
    rule: address('http:', 'https:').optional(),
  },
  HARK_TOKEN: {
    about: 'The token of an API client with the scope `api`, for commands with HARK_URL.',
    rule: secret.optional(),
  },
} satisfies Record<string, Variable>;
