/** The host and path that the requests are sent to. */
export interface Target {
  readonly host: string;
  readonly path: string;
  /** A host and port that no request may be sent to. */
  readonly foreign?: string;
}

/** Bytes that no client library would send, and the expected result. */
export interface RawCase {
  readonly name: string;
  readonly bytes: (target: Target) => string;
  /** The statuses of all responses on the connection, in order, until it's closed. */
  readonly statuses: readonly number[];
  /** The number of stored runs. */
  readonly stored: number;
}

const body = '{"a":1}';
const length = `Content-Length: ${body.length}`;
const chunked = 'Transfer-Encoding: chunked';
const close = 'Connection: close';
const inner = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

/** Builds a request with these headers after the usual ones. */
const post =
  (headers: readonly string[], content = body, line = (path: string) => `POST ${path} HTTP/1.1`) =>
  ({ host, path }: Target) =>
    [line(path), `Host: ${host}`, 'Content-Type: application/json', ...headers, '', content].join('\r\n');

const withHost =
  (...lines: string[]) =>
  ({ host, path, foreign = 'evil.test' }: Target) =>
    [
      `POST ${path} HTTP/1.1`,
      ...lines.map((line) => line.replace('HOST', host).replace('FOREIGN', foreign)),
      length,
      close,
      '',
      body,
    ].join('\r\n');

const withLine =
  (
    line: (path: string, host: string, foreign: string) => string,
    headers: readonly string[] = [length, close],
  ) =>
  (target: Target) =>
    post(headers, body, (path) => line(path, target.host, target.foreign ?? 'evil.test'))(target);

const inChunks = (content: string, ...headers: string[]) => post([chunked, close, ...headers], content);

const accepted = (name: string, bytes: RawCase['bytes'], statuses: readonly number[] = [200]): RawCase => ({
  name,
  bytes,
  statuses,
  stored: 1,
});
const rejected = (name: string, bytes: RawCase['bytes'], status = 400): RawCase => ({
  name,
  bytes,
  statuses: [status],
  stored: 0,
});

const lengths: RawCase[] = [
  accepted('a length', post([length, close])),
  rejected('a length and chunks', post([length, chunked, close], `7\r\n${body}\r\n0\r\n\r\n`)),
  rejected('chunks and a length', post([chunked, length, close], `7\r\n${body}\r\n0\r\n\r\n`)),
  rejected('the same length twice', post([length, length, close])),
  rejected('two different lengths', post([length, 'Content-Length: 6', close])),
  rejected('a list of lengths', post(['Content-Length: 7, 7', close])),
  ...['+7', '-7', '0x7', '7 7', '7;', '', '99999999999999999999', '7\x0b'].map((value) =>
    rejected(`the length ${JSON.stringify(value)}`, post([`Content-Length: ${value}`, close])),
  ),
  rejected('a space before the colon of Content-Length', post([`Content-Length : 7`, close])),
];

const codings: RawCase[] = [
  accepted('chunks', inChunks(`7\r\n${body}\r\n0\r\n\r\n`)),
  accepted(
    'Chunked in another case',
    post(['transfer-encoding: Chunked', close], `7\r\n${body}\r\n0\r\n\r\n`),
  ),
  accepted('chunks after a tab', post(['Transfer-Encoding:\tchunked', close], `7\r\n${body}\r\n0\r\n\r\n`)),
  ...['xchunked', 'chunked, identity', 'identity', 'gzip, chunked', 'chunked, chunked', '"chunked"', ''].map(
    (value) =>
      rejected(
        `the coding ${JSON.stringify(value)}`,
        post([`Transfer-Encoding: ${value}`, close], `7\r\n${body}\r\n0\r\n\r\n`),
      ),
  ),
  rejected('two codings', post([chunked, chunked, close], `7\r\n${body}\r\n0\r\n\r\n`)),
  rejected(
    'a space before the colon of Transfer-Encoding',
    post(['Transfer-Encoding : chunked', close], '0\r\n\r\n'),
  ),
];

const chunks: RawCase[] = [
  accepted('several chunks', inChunks(`3\r\n${body.slice(0, 3)}\r\n4\r\n${body.slice(3)}\r\n0\r\n\r\n`)),
  accepted('a chunk extension', inChunks(`7;x=y\r\n${body}\r\n0\r\n\r\n`)),
  accepted('a trailer', inChunks(`7\r\n${body}\r\n0\r\nX: y\r\n\r\n`)),
  ...['0x7', '-7', '+7', ' 7', '7 ', 'g', '', 'FFFFFFFFFFFFFFFFF'].map((size) =>
    rejected(`the chunk size ${JSON.stringify(size)}`, inChunks(`${size}\r\n${body}\r\n0\r\n\r\n`)),
  ),
  rejected('a chunk size that ends in a bare LF', inChunks(`7\n${body}\r\n0\r\n\r\n`)),
  rejected('a chunk longer than its size', inChunks(`6\r\n${body}\r\n0\r\n\r\n`)),
  rejected('a chunk without its line end', inChunks(`7\r\n${body}0\r\n\r\n`)),
];

const headers: RawCase[] = [
  rejected('a folded header', post([length, 'X: a\r\n b', close])),
  rejected('a folded Transfer-Encoding', post(['Transfer-Encoding:\r\n chunked', close], '0\r\n\r\n')),
  rejected('bare LF line ends', (target) => post([length, close])(target).replaceAll('\r\n', '\n')),
  rejected('a bare CR in a header', post([length, 'X: a\rb: c', close])),
  rejected('a NUL in a header', post([length, 'X: a\0b', close])),
  rejected('a header without a colon', post([length, 'X', close])),
  rejected('a header without a name', post([length, ': x', close])),
  rejected('a space in a header name', post([length, 'X Y: z', close])),
  rejected('a space before the first header', withHost(' X: y', 'Host: HOST')),
];

const hosts: RawCase[] = [
  accepted('the host in upper case', ({ host, path }) =>
    withHost(`Host: ${host.toUpperCase()}`)({ host, path }),
  ),
  rejected('no host', withHost()),
  rejected('the same host twice', withHost('Host: HOST', 'Host: HOST')),
  rejected('two hosts', withHost('Host: HOST', 'host: FOREIGN')),
  rejected('a list of hosts', withHost('Host: HOST, FOREIGN'), 404),
  rejected('a host with a user', withHost('Host: evil@HOST'), 404),
  rejected('an empty host', withHost('Host:'), 404),
  rejected('a host with a path', withHost('Host: HOST/x'), 404),
  accepted(
    'an absolute target for another host: the Host header wins',
    withLine((path, _, foreign) => `POST http://${foreign}${path} HTTP/1.1`),
  ),
  rejected('an absolute target without a host header', ({ host, path }) =>
    [`POST http://${host}${path} HTTP/1.1`, length, close, '', body].join('\r\n'),
  ),
];

const protocol: RawCase[] = [
  accepted('100-continue', post([length, 'Expect: 100-continue', close]), [100, 200]),
  accepted('another expectation', post([length, 'Expect: nothing', close])),
  accepted('an upgrade', post([length, 'Connection: Upgrade, close', 'Upgrade: websocket'])),
  accepted(
    'an upgrade to HTTP/2',
    post([length, 'Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c']),
  ),
  accepted(
    'HTTP/1.0',
    withLine((path) => `POST ${path} HTTP/1.0`),
  ),
  rejected('HTTP/0.9', ({ path }) => `POST ${path}\r\n\r\n`),
  rejected('HTTP/2 without an upgrade', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  rejected(
    'another version',
    withLine((path) => `POST ${path} HTTP/1.7`),
  ),
  rejected(
    'a method in lower case',
    withLine((path) => `post ${path} HTTP/1.1`),
  ),
  rejected(
    'an unknown method',
    withLine((path) => `BREW ${path} HTTP/1.1`),
  ),
  rejected(
    'tabs in the request line',
    withLine((path) => `POST\t${path}\tHTTP/1.1`),
  ),
  { name: 'CONNECT', bytes: withLine((_, host) => `CONNECT ${host} HTTP/1.1`), statuses: [], stored: 0 },
  accepted('an empty line before the request', (target) => `\r\n${post([length, close])(target)}`),
];

const paths: RawCase[] = [
  accepted(
    'a query',
    withLine((path) => `POST ${path}?a=b HTTP/1.1`),
  ),
  accepted(
    'a fragment',
    withLine((path) => `POST ${path}#x HTTP/1.1`),
  ),
  ...(
    [
      ['a trailing slash', (path) => `${path}/`],
      ['a hash in upper case', (path) => path.toUpperCase().replace('/LISTENER', '/listener')],
      ['an encoded letter', (path) => `/listene%72${path.slice(9)}`],
      ['an encoded slash', (path) => path.replace(/\/(?=[^/]*$)/, '%2f')],
      ['two slashes', (path) => path.replace('/listener/', '/listener//')],
      ['a dot segment', (path) => path.replace('/listener/', '/listener/./')],
      ['a parent segment', (path) => `/api/..${path}`],
      ['a parent segment with a parameter', (path) => `/api/..;${path}`],
      ['a path parameter', (path) => `${path};x=y`],
      ['an encoded NUL', (path) => `${path}%00`],
      ['an asterisk', () => '*'],
    ] as [string, (path: string) => string][]
  ).map(([name, change]) =>
    rejected(
      `${name} in the path`,
      withLine((path) => `POST ${change(path)} HTTP/1.1`),
      404,
    ),
  ),
  ...['//', '///', '/\\', '/\\/', '/%2F', '/%5C', '/.//', '//user@', '/@'].map((start) =>
    rejected(
      `another host after ${start}`,
      withLine((path, _, foreign) => `POST ${start}${foreign}${path} HTTP/1.1`),
      404,
    ),
  ),
  rejected(
    'backslashes in the path',
    withLine((path) => `POST ${path.replaceAll('/', '\\')} HTTP/1.1`),
  ),
  rejected(
    'a path without a leading slash',
    withLine((path) => `POST ${path.slice(1)} HTTP/1.1`),
  ),
  rejected(
    'a space in the path',
    withLine((path) => `POST ${path} x HTTP/1.1`),
  ),
];

const pipelines: RawCase[] = [
  {
    name: 'two pipelined requests',
    bytes: (target) => post([length])(target) + post([length, close])(target),
    statuses: [200, 200],
    stored: 2,
  },
  {
    name: 'a request hidden in a body is only data',
    bytes: (target) => post([`Content-Length: ${inner.length}`, close, 'X: y'], inner)(target),
    statuses: [400],
    stored: 0,
  },
  {
    name: 'garbage after a stored request gets its own 400',
    bytes: (target) => `${post([length])(target)}garbage\r\n\r\n`,
    statuses: [200, 400],
    stored: 1,
  },
  {
    name: 'a body without a length is read as a malformed next request',
    bytes: post([]),
    statuses: [200, 400],
    stored: 1,
  },
  {
    name: 'a request after the last allowed one on a connection is not served',
    bytes: (target) => post([length, close])(target) + post([length])(target),
    statuses: [200],
    stored: 1,
  },
];
export const rawHttpCorpus: readonly RawCase[] = [
  ...lengths,
  ...codings,
  ...chunks,
  ...headers,
  ...hosts,
  ...protocol,
  ...paths,
  ...pipelines,
];
