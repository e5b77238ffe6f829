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
  {
    name: 'kept',
    type: 'lead.upsert',
    match: { email },
    fields: { last_name: '{{ __data.effect }}', city: '{{ __data.city }}' },
  },
  {
    name: 'edited',
    type: 'lead.update',
    match: { email },
    fields: { score: '{{ steps.kept.output.score|default(0) + 1 }}' },
  },
];

/** The city of leads that are followed: their changes start another workflow and are sent to a webhook. */
export const followedCity = 'Chur';

/** The external server checks the events that it receives with this secret. */
export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function followersOf(eventsUrl: string) {
  const filters = [{ alias: 'city', operator: 'eq', value: followedCity }];
  const types = ['lead.created', 'lead.updated'];
  return {
    workflow: {
      name: 'Follow',
      owner: 'ann@chaos.test',
      enabled: true,
      triggers: types.map((type) => ({ type, filters })),
      steps: [{ name: 'seen', type: 'set', values: { score: '{{ __data.lead.score }}' } }],
    },
    webhook: { name: 'Follow', url: eventsUrl, types, filters, secret: webhookSecret },
  };
}

interface WorkspaceOptions {
  readonly baseUrl: string;
  /** The URL that the workflow calls. */
  readonly partnerUrl: string;
  readonly nap?: string;
  /** The URL that receives the changes of followed leads. If undefined, nothing follows them. */
  readonly eventsUrl?: string;
  /** Added to the workspace. */
  readonly more?: object;
}

/** The file for `hark apply`. */
export function workspaceFile({ baseUrl, partnerUrl, nap = '1 second', eventsUrl, more }: WorkspaceOptions) {
  const followers = eventsUrl === undefined ? undefined : followersOf(eventsUrl);
  const workspace = {
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
        listener: { add_authentication: true, endpoint_key: endpoint.key, endpoint_secret: endpoint.secret },
        steps: stepsWith(partnerUrl, nap),
      },
      ...(followers ? [followers.workflow] : []),
    ],
    ...(followers && { webhooks: [followers.webhook] }),
    ...more,
  };
  return JSON.stringify({ workspaces: [workspace] });
}

/** The token that every request sends. */
export const listenerToken = signJws(JSON.stringify({ iss: endpoint.key }), endpoint.secret, 'HS256');
