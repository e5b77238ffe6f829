import { signJws } from '../../src/lib/crypto/jws.ts';

const endpoint = { key: 'chaos', secret: 'a-secret-that-only-this-run-knows-0123456789' };
const email = '{{ __data.effect }}@chaos.test';

/** High enough that no limit applies. */
const settings = { listener_limit_per_second: 1_000_000, runs_in_flight: 500 };

/**
 * A workflow with countable effects: a step that is executed twice leaves a second trace. `created` would
 * create a second lead, and `edited` counts its executions. In some runs, a wait ends the first transaction,
 * so a process can be killed between two transactions. Those runs also call an external server.
 */
const stepsWith = (partnerUrl: string, nap: string) => [
  { name: 'named', type: 'set', values: { effect: '{{ __data.effect }}' } },
  { name: 'created', type: 'lead.create', fields: { company: '{{ steps.named.output.effect }}' } },
  {
    name: 'between',
    type: 'branch',
    if: '{{ __data.nap }}',
    // biome-ignore lint/suspicious/noThenProperty: the key that spec/provisioning §5 fixes.
    then: [
      { name: 'nap', type: 'wait', for: nap },
      {
        name: 'told',
        type: 'http.request',
        method: 'POST',
        url: partnerUrl,
        // The Retry-After value with which the external server rejects the first call. If it's empty, as it usually is,
        // the parameter isn't sent.
        query: { later: '{{ __data.later }}' },
        body: { effect: '{{ __data.effect }}' },
      },
    ],
  },
  { name: 'kept', type: 'lead.upsert', match: { email }, fields: { last_name: '{{ __data.effect }}' } },
  {
    name: 'edited',
    type: 'lead.update',
    match: { email },
    fields: { score: '{{ steps.kept.output.score|default(0) + 1 }}' },
  },
];

/** The file for `hark apply`; `more` adds to the workspace. */
export const workspaceFile = (baseUrl: string, partnerUrl: string, nap = '1 second', more = {}): string =>
  JSON.stringify({
    workspaces: [
      {
        name: 'Chaos',
        base_url: baseUrl,
        settings,
        roles: [{ name: 'Administrator', is_admin: true }],
        users: [{ email: 'ann@chaos.test', name: 'Ann', role: 'Administrator' }],
        workflows: [
          {
            name: 'Chaos',
            owner: 'ann@chaos.test',
            enabled: true,
            listener: {
              add_authentication: true,
              endpoint_key: endpoint.key,
              endpoint_secret: endpoint.secret,
            },
            steps: stepsWith(partnerUrl, nap),
          },
        ],
        ...more,
      },
    ],
  });

/** The token that every request sends. */
export const listenerToken = signJws(JSON.stringify({ iss: endpoint.key }), endpoint.secret, 'HS256');
