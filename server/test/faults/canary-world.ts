import { createCanaries } from '../harness/canaries.ts';

/** Must be found nowhere: credentials, secrets, and the bodies of refused requests. */
export const hidden = createCanaries();
/** A secret that a workflow writes into a lead, which is what the lead then says: there, and nowhere else. */
export const inLead = createCanaries();
/** A secret that a caller sends by himself: in what he sent, as it is stored, and nowhere else. */
export const sent = createCanaries();

export const secrets = {
  // Signs that JSON, URLs and Base64 spell in other ways.
  partner: `${hidden.of('partner')} +/"ü&=%`,
  password: hidden.of('password'),
  lead: inLead.of('lead'),
  sent: `${sent.of('sent')}/?ö`,
};
export const endpoint = { key: hidden.of('endpointkey'), secret: hidden.of('endpointsecret') };
export const person = {
  email: 'ann@canary.test',
  password: hidden.of('login'),
  api_key: hidden.of('apikey'),
};

const set = (name: string, values: object) => ({ name, type: 'set', values });

/** Where a secret can travel inside a workflow, each in several spellings. */
const travelling = [
  set('plain', { a: '{{ secrets.partner }}', b: 'Bearer {{ secrets.partner }}' }),
  set('spelled', {
    base64: '{{ secrets.partner|base64_encode }}',
    basic: "Basic {{ ('user:' ~ secrets.password)|base64_encode }}",
    url: '{{ secrets.partner|url_encode }}',
    json: '{{ secrets.partner|json_encode }}',
    upper: '{{ secrets.password|upper }}',
    half: '{{ secrets.password|slice(0, 20) }}',
    token: "{{ jwtEncode({'password': secrets.password}, secrets.partner) }}",
  }),
  set('further', { copy: '{{ __data.basic }}', deep: { list: ['{{ steps.spelled.output.url }}'] } }),
  set('all', { everything: '{{ __data|json_encode }}', steps: '{{ steps.spelled.output|json_encode }}' }),
  {
    name: 'loop',
    type: 'for_each',
    items: ['{{ secrets.partner }}', '{{ __data.copy }}', 'harmless'],
    as: 'item',
    steps: [
      {
        name: 'fork',
        type: 'branch',
        if: "{{ item == secrets.partner or item starts with 'Basic' }}",
        // biome-ignore lint/suspicious/noThenProperty: the key of the file.
        then: [set('taken', { it: 'got {{ item }}' })],
      },
      set('turn', { again: '{{ item }}' }),
    ],
  },
  // Into a lead, and out of it again: by a step that knows nothing of secrets.
  {
    name: 'create',
    type: 'lead.create',
    fields: {
      email: 'kept@canary.test',
      city: '{{ secrets.lead }}',
      tags: ['{{ secrets.lead|base64_encode }}'],
    },
  },
  { name: 'find', type: 'lead.find', match: { email: 'kept@canary.test' } },
  set('found', { city: '{{ steps.find.output.city }}', tags: '{{ steps.find.output.tags }}' }),
  { name: 'update', type: 'lead.update', match: { email: 'kept@canary.test' }, fields: { source: 'again' } },
  {
    name: 'reply',
    type: 'respond',
    status: 201,
    headers: { 'X-Said': '{{ secrets.password }}' },
    body: { said: '{{ secrets.partner }}', basic: '{{ __data.basic }}' },
  },
  { name: 'pause', type: 'wait', for: '2 hours' },
  set('after', { copy: '{{ __data.copy }}' }),
];

/** Steps that fail over a secret, by the name of their case. */
const failing: Record<string, object> = {
  email: { type: 'lead.create', fields: { email: '{{ secrets.password }}' } },
  integer: { type: 'lead.create', fields: { score: '{{ secrets.password }}' } },
  number: { type: 'lead.create', fields: { budget: 'x{{ secrets.password|base64_encode }}' } },
  date: { type: 'lead.create', fields: { birthday: '{{ secrets.password }}' } },
  select: { type: 'lead.create', fields: { size: "{{ ('a:' ~ secrets.password)|base64_encode }}" } },
  owner: { type: 'lead.create', fields: { owner_id: '{{ secrets.password }}' } },
  match: { type: 'lead.find', match: { id: '{{ secrets.password }}' } },
  wait: { type: 'wait', for: '{{ secrets.password }}' },
  items: { type: 'for_each', items: '{{ secrets.password }}', steps: [set('x', { a: 1 })] },
  status: { type: 'respond', status: '{{ secrets.password }}' },
  redirect: { type: 'respond', redirect: '{{ secrets.password|url_encode }}' },
  header: { type: 'respond', headers: { 'X-A': '{{ "a\\n" ~ secrets.partner }}' } },
  sum: { type: 'set', values: { a: '{{ secrets.password + 1 }}' } },
  time: { type: 'set', values: { a: "{{ secrets.password|date('Y') }}" } },
  stop: { type: 'stop', as: 'failed', message: 'Because of {{ secrets.partner|base64_encode }}' },
};
export const failures = Object.keys(failing);
const failingSteps = Object.entries(failing).map(([name, step]) => ({
  name: `when_${name}`,
  type: 'branch',
  if: `{{ __data.case == '${name}' }}`,
  // biome-ignore lint/suspicious/noThenProperty: the key of the file.
  then: [{ name: `fail_${name}`, ...step }],
}));

/** What a caller says comes back in outputs, an error and an answer. */
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

/** The file of `hark apply`. */
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
    },
  ],
});
