import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const head = (lines: readonly string[]) =>
  `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

/** Writes until nobody takes it any more. */
function pour(socket: Socket, part: string): void {
  const go = () => {
    while (!socket.destroyed && socket.writable && socket.write(part));
  };
  socket.on('drain', go);
  go();
}

/** Writes a little, again and again. */
function drip(socket: Socket, part: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(part), everyMs);
  socket.on('close', () => clearInterval(timer));
}

const bomb = gzipSync(Buffer.alloc(50_000_000));
const wrapped = (times: number) => {
  let body = Buffer.from('hello');
  for (let time = 0; time < times; time++) body = gzipSync(body);
  return body;
};

const compressed = (body: Buffer, encoding: string) => (socket: Socket) => {
  socket.write(head([`content-encoding: ${encoding}`, `content-length: ${body.length}`]));
  socket.end(body);
};

/** What a server may do to us, once it has read the request: what happens, and how that is told. */
export const hostileServers: readonly (readonly [
  name: string,
  serve: (socket: Socket) => void,
  told: RegExp,
])[] = [
  [
    'an endless body',
    (socket) => {
      socket.write(head(['transfer-encoding: chunked']));
      pour(socket, chunk(60_000));
    },
    /more than \d+ bytes/,
  ],
  [
    'an endless body of one chunk',
    (socket) => {
      socket.write(head([]));
      pour(socket, 'x'.repeat(60_000));
    },
    /more than \d+ bytes/,
  ],
  [
    'a body that says how large it is',
    (socket) => socket.write(head(['content-length: 99999999'])),
    /more than \d+ bytes/,
  ],
  [
    'a body that drips',
    (socket) => {
      socket.write(head(['content-length: 5000']));
      drip(socket, 'x', 100);
    },
    /did not answer in full within/,
  ],
  [
    'headers that drip',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x: y\r\n', 200);
    },
    /did not answer in full within|headers/,
  ],
  [
    'endless headers',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, `x-${'a'.repeat(60)}: ${'b'.repeat(900)}\r\n`);
    },
    /headers of the answer have more than/,
  ],
  [
    'one endless header',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      pour(socket, 'b'.repeat(9_000));
    },
    /headers of the answer have more than/,
  ],
  [
    'endless trailers',
    (socket) => {
      socket.write(`${head(['transfer-encoding: chunked', 'trailer: x'])}1\r\nx\r\n0\r\n`);
      pour(socket, `x-${'a'.repeat(60)}: ${'b'.repeat(900)}\r\n`);
    },
    /headers of the answer have more than/,
  ],
  [
    'endless interim answers',
    (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'),
    /did not answer in full|HTTP|closed/,
  ],
  ['silence', () => undefined, /did not answer in full within/],
  [
    'a body that is shorter than it says',
    (socket) => socket.end(`${head(['content-length: 50'])}short`),
    /closed the connection|length|did not answer in full/,
  ],
  [
    'a body that is longer than it says',
    (socket) => socket.end(`${head(['content-length: 2'])}longer`),
    /^answer$|HTTP|closed/,
  ],
  [
    'two lengths',
    (socket) => socket.end(`${head(['content-length: 2', 'content-length: 5'])}hello`),
    /another length/,
  ],
  [
    'a length and chunks',
    (socket) => socket.end(`${head(['content-length: 5', 'transfer-encoding: chunked'])}0\r\n\r\n`),
    /another length/,
  ],
  [
    'chunks without an end',
    (socket) => socket.end(`${head(['transfer-encoding: chunked'])}5\r\nhello\r\n`),
    /closed the connection/,
  ],
  ['a reset', (socket) => socket.resetAndDestroy(), /broke off|closed/],
  [
    'a reset within the body',
    (socket) => {
      socket.write(`${head(['content-length: 50'])}short`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    /broke off|closed/,
  ],
  ['a half-close before the answer', (socket) => socket.end(), /closed the connection/],
  [
    'something else than HTTP',
    (socket) => socket.end('220 mail.example ESMTP\r\n'),
    /does not answer in HTTP/,
  ],
  ['a compressed bomb', compressed(bomb, 'gzip'), /bytes when it is unpacked/],
  [
    'a bomb in brotli',
    compressed(brotliCompressSync(Buffer.alloc(50_000_000)), 'br'),
    /bytes when it is unpacked/,
  ],
  ['a bomb within a bomb', compressed(gzipSync(bomb), 'gzip, gzip'), /bytes when it is unpacked/],
  ['many encodings', compressed(wrapped(5), Array(5).fill('gzip').join(', ')), /several times over/],
  ['a thousand encodings', compressed(wrapped(1), Array(1_000).fill('gzip').join(',')), /several times over/],
  ['an encoding of its own', compressed(Buffer.from('x'), 'zstd, exi'), /was not asked for/],
  ['an encoding that is not there', compressed(Buffer.from('plain'), 'gzip'), /cannot be unpacked/],
];

function chunk(size: number): string {
  return `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
}
