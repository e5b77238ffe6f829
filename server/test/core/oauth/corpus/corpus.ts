// More than 500 requests as data. Each is sent to our server and to oidc-provider.
import { createHash } from 'node:crypto';

export type ClientKind = 'public' | 'basic' | 'post';

/** One request. Placeholders such as `{code}` stand for values that each server issued itself. */
export interface Case {
  readonly name: string;
  readonly client: ClientKind;
  readonly method: string;
  readonly path: string;
  /** Sent in the query string for authorize requests, otherwise in the body. */
  readonly fields: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
}

export const verifier = 'v'.repeat(43);
export const challenge = createHash('sha256').update(verifier).digest('base64url');

type Fields = Readonly<Record<string, string>>;
type Mutation = readonly [name: string, change: (fields: [string, string][]) => [string, string][]];

const without = (name: string): Mutation => [
  `without ${name}`,
  (fields) => fields.filter(([other]) => other !== name),
];
const set = (name: string, value: string, label = value): Mutation => [
  `${name}=${label}`,
  (fields) => [...fields.filter(([other]) => other !== name), [name, value]],
];
const twice = (name: string, value?: string): Mutation => [
  `${name} twice${value === undefined ? '' : `, ${value}`}`,
  (fields) => [...fields, [name, value ?? fields.find(([other]) => other === name)?.[1] ?? 'x']],
];

/** Returns the mutations that are applied to each parameter. */
const withEach = (names: readonly string[]): Mutation[] =>
  names.flatMap((name) => [without(name), set(name, '', 'empty'), twice(name), twice(name, 'other')]);
const withValues = (name: string, values: readonly string[]): Mutation[] =>
  values.map((value) => set(name, value));

const authorizeFields: Fields = {
  response_type: 'code',
  client_id: '{client}',
  redirect_uri: '{redirect}',
  scope: 'api',
  state: 'a-state',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

const authorizeMutations: Mutation[] = [
  ['valid', (fields) => fields],
  ...withEach(Object.keys(authorizeFields)),
  ...withValues('response_type', [
    'token',
    'id_token',
    'code token',
    'none',
    'CODE',
    'code code',
    'nonsense',
  ]),
  ...withValues('client_id', ['nobody', '{client}x', '{client} ', 'null', "' or 1=1 --", 'x'.repeat(300)]),
  ...withValues('redirect_uri', [
    'https://evil.test/cb',
    '{redirect}/',
    '{redirect}?a=b',
    '{redirect}#part',
    '{redirect}/../x',
    'http://app.example.test/cb',
    'https://app.example.test:444/cb',
    'https://app.example.test/CB',
    'https://user@app.example.test/cb',
    'https://app.example.test.evil.test/cb',
    'javascript:alert(1)',
    '//app.example.test/cb',
    'nonsense',
  ]),
  ...withValues('scope', ['mcp', 'api mcp', 'nonsense', 'api nonsense', 'API', 'api api', ' api ', 'openid']),
  ...withValues('code_challenge', [
    'short',
    'x'.repeat(42),
    'x'.repeat(44),
    'x'.repeat(129),
    `${'x'.repeat(42)}+`,
    `${'x'.repeat(42)}=`,
    `${'x'.repeat(42)}%`,
  ]),
  ...withValues('code_challenge_method', ['plain', 's256', 'S512', 'none', 'S256 ']),
  ...withValues('response_mode', ['query', 'fragment', 'form_post', 'web_message', 'nonsense', '']),
  ...withValues('state', ['x'.repeat(500), 'ü€', '<script>', 'a b']),
  ...withValues('unknown_parameter', ['x', '']),
  ['an unknown parameter twice', (fields) => [...fields, ['unknown', '1'], ['unknown', '2']]],
  ['no PKCE at all', (fields) => fields.filter(([name]) => !name.startsWith('code_challenge'))],
  ['no parameters', () => []],
  ['a wrong type and no PKCE', (fields) => set('response_type', 'token')[1](fields).slice(0, 5)],
  [
    'a wrong client and a wrong redirect URI',
    (fields) => set('client_id', 'nobody')[1](set('redirect_uri', 'https://evil.test')[1](fields)),
  ],
];

const methods = ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'POST'];

/** The valid credentials for each kind of client. */
const ownCredentials: Readonly<Record<ClientKind, { fields: Fields; headers: Fields }>> = {
  public: { fields: { client_id: '{client}' }, headers: {} },
  basic: { fields: {}, headers: { authorization: '{basic}' } },
  post: { fields: { client_id: '{client}', client_secret: '{secret}' }, headers: {} },
};

/** Invalid ways to authenticate a client. */
const authentications: readonly (readonly [string, { fields: Fields; headers: Fields }])[] = [
  ['no client at all', { fields: {}, headers: {} }],
  ['an unknown client', { fields: { client_id: 'nobody' }, headers: {} }],
  ['an unknown client with a secret', { fields: { client_id: 'nobody', client_secret: 'x' }, headers: {} }],
  ['an unknown client with Basic', { fields: {}, headers: { authorization: '{basic nobody:x}' } }],
  ['only the client id', { fields: { client_id: '{client}' }, headers: {} }],
  ['a wrong secret in the body', { fields: { client_id: '{client}', client_secret: 'wrong' }, headers: {} }],
  ['a wrong secret with Basic', { fields: {}, headers: { authorization: '{basic wrong}' } }],
  ['an empty secret with Basic', { fields: {}, headers: { authorization: '{basic empty}' } }],
  [
    'both Basic and body',
    { fields: { client_id: '{client}', client_secret: '{secret}' }, headers: { authorization: '{basic}' } },
  ],
  [
    "Basic and another client's id",
    { fields: { client_id: '{other}' }, headers: { authorization: '{basic}' } },
  ],
  ["Basic that isn't Base64", { fields: {}, headers: { authorization: 'Basic ???' } }],
  ['Basic without a colon', { fields: {}, headers: { authorization: 'Basic bm9jb2xvbg==' } }],
  ['Basic without credentials', { fields: {}, headers: { authorization: 'Basic' } }],
  ['another scheme', { fields: { client_id: '{client}' }, headers: { authorization: 'Bearer abc' } }],
  ['a secret without an id', { fields: { client_secret: '{secret}' }, headers: {} }],
];

interface Endpoint {
  readonly about: string;
  readonly path: string;
  readonly fields: Fields;
  readonly mutations: readonly Mutation[];
}

const codeFields: Fields = {
  grant_type: 'authorization_code',
  code: '{code}',
  redirect_uri: '{redirect}',
  code_verifier: verifier,
};
const refreshFields: Fields = { grant_type: 'refresh_token', refresh_token: '{refresh}' };

const endpoints: readonly Endpoint[] = [
  {
    about: 'code',
    path: '/oauth2/token',
    fields: codeFields,
    mutations: [
      ['valid', (fields) => fields],
      ...withEach(Object.keys(codeFields)),
      ...withValues('grant_type', [
        'password',
        'client_credentials',
        'implicit',
        'nonsense',
        'AUTHORIZATION_CODE',
      ]),
      ...withValues('code', [
        'unknown',
        '{used code}',
        '{code of another client}',
        '{refresh}',
        'x'.repeat(400),
      ]),
      ...withValues('redirect_uri', ['{redirect}/', 'https://evil.test/cb', 'nonsense']),
      ...withValues('code_verifier', [
        'w'.repeat(43),
        'short',
        'v'.repeat(42),
        'v'.repeat(129),
        `${'v'.repeat(42)}ü`,
        challenge,
      ]),
      ...withValues('scope', ['api', 'mcp', 'api mcp', 'nonsense']),
      ['an unknown parameter', (fields) => [...fields, ['unknown', '1']]],
      ['an unknown parameter twice', (fields) => [...fields, ['unknown', '1'], ['unknown', '2']]],
    ],
  },
  {
    about: 'refresh',
    path: '/oauth2/token',
    fields: refreshFields,
    mutations: [
      ['valid', (fields) => fields],
      ...withEach(Object.keys(refreshFields)),
      ...withValues('refresh_token', [
        'unknown',
        '{used refresh}',
        '{revoked refresh}',
        '{refresh of another client}',
        '{access}',
        '{code}',
      ]),
      ...withValues('scope', ['api', 'mcp', 'api mcp', 'nonsense']),
    ],
  },
  {
    about: 'revoke',
    path: '/oauth2/revoke',
    fields: { token: '{refresh}' },
    mutations: [
      ['valid', (fields) => fields],
      ...withEach(['token']),
      ...withValues('token', [
        'unknown',
        '{access}',
        '{used refresh}',
        '{revoked refresh}',
        '{refresh of another client}',
      ]),
      ...withValues('token_type_hint', ['access_token', 'refresh_token', 'nonsense', '']),
    ],
  },
];

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const pairs = (fields: Fields) => Object.entries(fields) as [string, string][];
const kinds: readonly ClientKind[] = ['public', 'basic', 'post'];

function* authorizeCases(): Generator<Case> {
  for (const client of ['public', 'basic'] as const) {
    for (const [name, change] of authorizeMutations) {
      const fields = change(pairs(authorizeFields));
      yield {
        name: `authorize ${client}: ${name}`,
        client,
        method: 'GET',
        path: '/oauth2/authorize',
        fields,
        headers: {},
      };
    }
  }
  for (const method of methods.filter((candidate) => candidate !== 'GET')) {
    const fields = pairs(authorizeFields);
    yield {
      name: `authorize by ${method}`,
      client: 'public',
      method,
      path: '/oauth2/authorize',
      fields,
      headers: {},
    };
  }
}

function* clientCases({ about, path, fields, mutations }: Endpoint): Generator<Case> {
  for (const client of kinds) {
    const own = ownCredentials[client];
    const base = { client, method: 'POST', path };
    for (const [name, change] of mutations) {
      const sent = [...change(pairs(fields)), ...pairs(own.fields)];
      yield {
        ...base,
        name: `${about} ${client}: ${name}`,
        fields: sent,
        headers: { ...form, ...own.headers },
      };
    }
    for (const [name, credentials] of authentications) {
      const sent = pairs({ ...fields, ...credentials.fields });
      yield {
        ...base,
        name: `${about} ${client}, ${name}`,
        fields: sent,
        headers: { ...form, ...credentials.headers },
      };
    }
  }
  const own = ownCredentials.public;
  const sent = pairs({ ...fields, ...own.fields });
  for (const method of methods.filter((candidate) => candidate !== 'POST'))
    yield { name: `${about} by ${method}`, client: 'public', method, path, fields: sent, headers: form };
  for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'nonsense'])
    yield {
      name: `${about} as ${type}`,
      client: 'public',
      method: 'POST',
      path,
      fields: sent,
      headers: { 'content-type': type },
    };
}

export const corpus: readonly Case[] = [
  ...authorizeCases(),
  ...endpoints.flatMap((one) => [...clientCases(one)]),
];
