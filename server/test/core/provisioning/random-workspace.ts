import { permissions, reaches } from '../../../src/core/access/index.ts';
import { customTypeNames, typeOf } from '../../../src/core/lead-fields/index.ts';
import type { Random } from '../../harness/seeded-random.ts';

/** A workspace for `apply`, and the secret values in it, which no export may contain. */
export interface RandomWorkspace {
  readonly item: Readonly<Record<string, unknown>> & { readonly base_url: string };
  readonly secrets: readonly string[];
}

/** Texts that are easily changed by writing and reading a file. */
const awkward = [
  'plain',
  'yes',
  'null',
  '012',
  '1e3',
  '- list',
  '# comment',
  'a: b',
  '"quoted" and \'single\'',
  'tab\tand\nline',
  'trailing line\n',
  '  indented\n\n  twice\n',
  'Zürich 北京 🦉',
  '{ flow: [x] }',
  '&anchor *alias !tag %percent @at `tick`',
  'line\r\nwindows',
  '\u00a0\u2028\u0085',
  '{{ __data.name }} and {{ __data.email }}',
  '-----BEGIN-----\nabc\n-----END-----',
];

/** Creates a workspace that has items in every section, with random values. */
export function randomWorkspace(random: Random, base_url: string): RandomWorkspace {
  const secrets: string[] = [];
  let count = 0;
  const secret = () => {
    const value = `canary-${random.pick(1e9)}-${++count}-${'x'.repeat(random.pick(40) + 20)}`;
    secrets.push(value);
    return value;
  };
  const text = () => random.oneOf(awkward);
  const some = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: random.pick(most + 1) }, (_, index) => make(index));
  const maybe = <T extends object>(values: () => T): T | object => (random.chance(50) ? values() : {});
  const name = (kind: string, index: number) =>
    `${random.oneOf([kind, kind.toUpperCase(), `${kind}: #é`, `${kind}-a`, `${kind}_a`])} ${index}`;

  const roles = some(3, (index) => ({
    name: name('Role', index),
    is_admin: random.chance(20),
    requires_second_factor: random.chance(20),
    permissions: Object.fromEntries(
      Object.entries(permissions)
        .filter(() => random.chance(60))
        .map(([key, { value }]) => [key, value === 'switch' ? random.chance(50) : random.oneOf(reaches)]),
    ),
  }));
  const users = [
    { email: 'Ada@random.test', name: 'Ada', role: 'Administrator', ...maybe(() => ({ api_key: secret() })) },
    ...some(1, (index) => ({
      email: `u${index}@random.test`,
      name: `U ${index}`,
      role: random.oneOf(['Member', ...roles.map((role) => role.name)]),
      active: random.chance(80),
      ...maybe(() => ({ password: secret() })),
    })),
  ];
  const emails = users.map((user) => user.email);
  const workspaceSecrets = Object.fromEntries(
    some(4, (index) => [
      random.oneOf([`token_${index}`, `Token_${index}`, `token${index}`]),
      random.chance(30) ? { value: secret(), hosts: ['api.example.com', 'b.example.com'] } : secret(),
    ]),
  );
  const readable = Object.keys(workspaceSecrets).filter((key) => typeof workspaceSecrets[key] === 'string');
  const secretOrTemplate = () =>
    readable.length > 0 && random.chance(30) ? `{{ secrets.${random.oneOf(readable)} }}` : secret();
  const leadFields = some(5, (index) => {
    const type = random.oneOf(customTypeNames);
    return {
      alias: `f${index}`,
      label: `Label ${index} é`,
      type,
      unique: typeOf({ type }).canBeUnique && random.chance(30),
      required: random.chance(20),
      ...(typeOf({ type }).hasOptions ? { options: ['Blue', '1', 'é: #'] } : {}),
    };
  });
  const connections = some(3, (index) => ({
    name: name('Partner', index),
    origin: `https://api${index}.example.com`,
    ...random.oneOf([
      () => ({ type: 'none' }),
      () => ({ type: 'bearer', token: secretOrTemplate() }),
      () => ({ type: 'basic', username: 'user', password: secretOrTemplate() }),
      () => ({ type: 'header', header: 'X-Key', value: secretOrTemplate() }),
      () => ({
        type: 'oauth2',
        grant: 'client_credentials',
        token_url: 'https://auth.example.com/token',
        client_id: 'id',
        client_secret: secretOrTemplate(),
        ...maybe(() => ({ scope: 'a b', client_auth: 'post' })),
      }),
    ])(),
  }));
  const steps = (depth: number): object[] =>
    Array.from({ length: random.pick(3) + 1 }, () => {
      const step = { name: `s${++count}`, ...maybe(() => ({ note: 'why: # "this"' })) };
      const nested = depth < 3 && random.chance(40);
      if (nested && random.chance(50))
        // biome-ignore lint/suspicious/noThenProperty: a branch has this key
        return { ...step, type: 'branch', if: '{{ __data.a == 1 }}', then: steps(depth + 1) };
      if (nested)
        return {
          ...step,
          type: 'for_each',
          items: '{{ __data.items }}',
          as: `item${count}`,
          steps: steps(depth + 1),
        };
      return random.oneOf([
        () => ({
          ...step,
          type: 'set',
          values: { v: text(), n: random.pick(100), list: [text(), null, true] },
        }),
        () => ({ ...step, type: 'wait', for: '3 days' }),
        () => ({
          ...step,
          type: 'lead.upsert',
          match: { email: '{{ __data.email }}' },
          fields: { city: text() },
        }),
        () => ({ ...step, type: 'stop', as: 'succeeded', message: text() }),
        () => ({ ...step, type: 'workflow.start', workflow: 'Flow 0', data: { a: { deep: [text()] } } }),
        () => ({
          ...step,
          type: 'http.request',
          method: 'POST',
          ...(connections[0]
            ? { connection: connections[0].name, url: '/orders' }
            : { url: 'https://partner.example/orders' }),
          body: { text: text(), '__proto__ ': 1 },
          ...maybe(() => ({ on_error: { steps: [{ name: `h${count}`, type: 'set', values: { x: 1 } }] } })),
        }),
      ])();
    });
  const listener = () => ({
    ...maybe(() => ({
      add_authentication: true,
      ...maybe(() => ({ endpoint_key: secretOrTemplate() })),
      ...maybe(() => ({ endpoint_secret: secretOrTemplate() })),
    })),
    ...maybe(() => ({ allow_cors: true, cors_domains: 'https://a.example, https://b.example' })),
    ...maybe(() => ({ idempotency_header: 'X-Delivery', dedupe: 'header' })),
    ...maybe(() => ({
      signature: random.oneOf([
        () => ({ scheme: 'github', secret: secretOrTemplate() }),
        () => ({ scheme: 'stripe', secret: [secretOrTemplate(), secretOrTemplate()], tolerance_seconds: 60 }),
        () => ({ scheme: 'hmac', secret: secret(), header: 'X-Sig', encoding: 'base64', prefix: 'v1=' }),
        () => ({ scheme: 'none' }),
      ])(),
    })),
  });
  const triggers = () => [
    ...some(1, () => ({
      type: 'schedule',
      cron: '0 9 * * 1',
      ...maybe(() => ({ timezone: 'Europe/Zurich' })),
    })),
    ...some(1, () => ({ type: 'lead.created', filters: [{ alias: 'city', operator: 'eq', value: text() }] })),
    ...some(1, () => ({ type: 'lead.updated', fields: ['email'], match: 'any' })),
    ...some(1, () => ({ type: 'manual', inputs: [{ name: 'reason', type: 'text', required: true }] })),
  ];
  const workflows = Array.from({ length: random.pick(3) + 1 }, (_, index) => ({
    name: index === 0 ? 'Flow 0' : name('Flow', index),
    owner: random.oneOf(emails),
    enabled: random.chance(70),
    ...maybe(() => ({ listener: listener() })),
    ...maybe(() => ({ triggers: triggers() })),
    steps: steps(0),
  }));
  const item = {
    name: random.oneOf(['Random', 'Random: #1', 'é']),
    base_url,
    settings: {
      timezone: random.oneOf(['UTC', 'Europe/Berlin']),
      history_days: random.oneOf([null, 30]),
      agent_tools_off: random.chance(50) ? ['search_leads'] : [],
    },
    secrets: workspaceSecrets,
    roles,
    users,
    lead_fields: leadFields,
    connections,
    api_clients: some(2, (index) => ({
      user: random.oneOf(emails),
      name: name('Client', index),
      scope: random.oneOf(['api', 'mcp']),
      active: random.chance(80),
      ...maybe(() => ({
        expires_at: '2030-01-01T00:00:00+02:00',
        allowed_addresses: ['203.0.113.7', '10.0.0.0/8'],
      })),
    })),
    oauth_clients: some(2, (index) => ({
      name: name('App', index),
      scope: 'api',
      redirect_uris: ['https://app.example.com/back'],
      confidential: random.chance(50),
      active: random.chance(80),
    })),
    workflows,
    webhooks: some(2, (index) => ({
      name: name('Hook', index),
      url: `https://hooks.example.com/${index}`,
      types: ['lead.created'],
      active: random.chance(80),
      ...maybe(() => ({ filters: [{ alias: 'city', operator: 'eq', value: text() }], match: 'any' })),
    })),
  };
  return { item, secrets };
}
