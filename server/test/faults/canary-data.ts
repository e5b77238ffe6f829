import { createCanaries } from '../harness/canaries.ts';

/** Canaries that must not be found anywhere: credentials, secrets, and the bodies of rejected requests. */
export const hidden = createCanaries();
/** A secret that a caller sends and a workflow writes to a lead. It's allowed only in the lead and in the stored input. */
export const inLead = createCanaries();
/** A secret that a caller sends. It's allowed only in the stored input. */
export const sent = createCanaries();

export const secrets = {
  // Characters that JSON, URLs and Base64 encode differently.
  partner: `${hidden.of('partner')} +/"ü&=%`,
  password: hidden.of('password'),
  lead: inLead.of('lead'),
  sent: `${sent.of('sent')}/?ö`,
};
/** 24 to 64 bytes. A stored signature never contains them. */
const webhookSecret = `whsec_${Buffer.from(hidden.of('webhook')).toString('base64')}`;
export const endpoint = { key: hidden.of('endpointkey'), secret: hidden.of('endpointsecret') };
export const person = {
  email: 'ann@canary.test',
  password: hidden.of('login'),
  api_key: hidden.of('apikey'),
};

const set = (name: string, values: object) => ({ name, type: 'set', values });

/** Steps that write input to a lead, read it back in a step that uses no secrets, and send it in the response. */
const travelling = [
  set('all', { everything: '{{ __data|json_encode }}', spelled: '{{ __data.city|base64_encode }}' }),
  {
    name: 'create',
    type: 'lead.create',
    fields: {
      email: 'kept@canary.test',
      city: '{{ __data.city }}',
      tags: ['{{ __data.city|base64_encode }}'],
    },
  },
  { name: 'find', type: 'lead.find', match: { email: 'kept@canary.test' } },
  set('found', { city: '{{ steps.find.output.city }}', tags: '{{ steps.find.output.tags }}' }),
  { name: 'update', type: 'lead.update', match: { email: 'kept@canary.test' }, fields: { source: 'again' } },
  {
    name: 'reply',
    type: 'respond',
    status: 201,
    headers: { 'X-Said': '{{ __data.city }}' },
    body: { said: '{{ steps.found.output.city }}' },
  },
  { name: 'pause', type: 'wait', for: '2 hours' },
  set('after', { copy: '{{ __data.city }}' }),
];

const closed = 'http://127.0.0.1:9/';
const request = (fields: object) => ({ type: 'http.request', method: 'POST', url: closed, ...fields });

/** Steps that fail because of a secret, keyed by test case. */
const failing: Record<string, object> = {
  url: request({ url: '{{ secrets.partner }}' }),
  path: request({ url: `${closed}{{ secrets.partner|url_encode }}` }),
  plain: request({ headers: { 'X-Key': '{{ secrets.password }}' }, body: '{{ secrets.partner }}' }),
  basic: request({ headers: { Authorization: "Basic {{ ('user:' ~ secrets.password)|base64_encode }}" } }),
  token: request({ query: { t: "{{ jwtEncode({'password': secrets.password}, secrets.partner) }}" } }),
  json: request({ body: { deep: ['{{ secrets.partner|json_encode }}', '{{ secrets.password|upper }}'] } }),
  header: request({ headers: { 'X-A': '{{ "a\\n" ~ secrets.partner }}' } }),
  query: request({ query: { a: { b: '{{ secrets.password }}' } } }),
  body: request({ method: 'GET', body: '{{ secrets.partner|base64_encode }}' }),
};
export const failures = Object.keys(failing);
const failingSteps = Object.entries(failing).map(([name, step]) => ({
  name: `when_${name}`,
  type: 'branch',
  if: `{{ __data.case == '${name}' }}`,
  // biome-ignore lint/suspicious/noThenProperty: the workspace file uses this key.
  then: [{ name: `fail_${name}`, ...step }],
}));

/** Steps that echo the input in outputs, an error and a response. */
const echoing = [
  set('echo', { said: '{{ __data.said }}', more: 'He said {{ __data.said }}', all: '{{ __data }}' }),
  { name: 'reply', type: 'respond', body: '{{ __data.said }}' },
  { name: 'halt', type: 'stop', as: 'failed', message: 'He said {{ __data.said }}' },
];

const flow = (name: string, steps: readonly object[], listener: object = {}) => ({
  name,
  owner: person.email,
  enabled: true,
  listener,
  steps,
});
const signed = { add_authentication: true, endpoint_key: endpoint.key, endpoint_secret: endpoint.secret };
const nothing = [set('nothing', { headers: '{{ __data.__headers }}' })];

/** The file for `hark apply`. */
export const fileAt = (baseUrl: string) => ({
  workspaces: [
    {
      name: 'Canary',
      base_url: baseUrl,
      secrets,
      roles: [{ name: 'Administrator', is_admin: true }],
      users: [{ name: 'Ann', role: 'Administrator', ...person }],
      lead_fields: [
        { alias: 'budget', label: 'Budget', type: 'number' },
        { alias: 'birthday', label: 'Birthday', type: 'date' },
        { alias: 'size', label: 'Size', type: 'select', options: ['s', 'm'] },
      ],
      api_clients: [{ user: person.email, name: 'Agent', scope: 'mcp' }],
      workflows: [
        flow('Open', nothing),
        flow('Signed', nothing, signed),
        flow('Templated', nothing, {
          ...signed,
          endpoint_secret: '{{ secrets.partner ~ secrets.password }}',
        }),
        flow('Travelling', travelling, { respond_with: 'workflow' }),
        flow('Failing', failingSteps),
        flow('Echoing', echoing, { respond_with: 'workflow' }),
      ],
      webhooks: [{ name: 'Hook', url: closed, types: ['lead.created'], secret: webhookSecret }],
    },
  ],
});
