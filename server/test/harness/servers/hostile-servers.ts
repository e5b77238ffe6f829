import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const head = (lines: readonly string[]) =>
  `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

/** Writes until the peer stops reading. */
function pour(socket: Socket, part: string): void {
  const go = () => {
    while (!socket.destroyed && socket.writable && socket.write(part));
  };
  socket.on('drain', go);
  go();
}

/** Writes a small part periodically. */
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

/** Each way a hostile server can behave after it has read the request, and the expected result. */
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
    /exceeds \d+ bytes/,
  ],
  [
    'an endless body of one chunk',
    (socket) => {
      socket.write(head([]));
      pour(socket, 'x'.repeat(60_000));
    },
    /exceeds \d+ bytes/,
  ],
  [
    'a body that declares its size',
    (socket) => socket.write(head(['content-length: 99999999'])),
    /exceeds \d+ bytes/,
  ],
  [
    'a body that drips',
    (socket) => {
      socket.write(head(['content-length: 5000']));
      drip(socket, 'x', 100);
    },
    /did not send a complete response within/,
  ],
  [
    'headers that drip',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x: y\r\n', 200);
    },
    /did not send a complete response within|headers/,
  ],
  [
    'endless headers',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, `x-${'a'.repeat(60)}: ${'b'.repeat(900)}\r\n`);
    },
    /response headers exceed/,
  ],
  [
    'one endless header',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      pour(socket, 'b'.repeat(9_000));
    },
    /response headers exceed/,
  ],
  [
    'endless trailers',
    (socket) => {
      socket.write(`${head(['transfer-encoding: chunked', 'trailer: x'])}1\r\nx\r\n0\r\n`);
      pour(socket, `x-${'a'.repeat(60)}: ${'b'.repeat(900)}\r\n`);
    },
    /response headers exceed/,
  ],
  [
    'endless interim responses',
    (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'),
    /did not send a complete response|HTTP|closed/,
  ],
  ['silence', () => undefined, /did not send a complete response within/],
  [
    'a body that is shorter than declared',
    (socket) => socket.end(`${head(['content-length: 50'])}short`),
    /closed the connection|Content-Length|did not send a complete response/,
  ],
  [
    'a body that is longer than declared',
    (socket) => socket.end(`${head(['content-length: 2'])}longer`),
    /^answer$|HTTP|closed/,
  ],
  [
    'two lengths',
    (socket) => socket.end(`${head(['content-length: 2', 'content-length: 5'])}hello`),
    /doesn't match its Content-Length/,
  ],
  [
    'a length and chunks',
    (socket) => socket.end(`${head(['content-length: 5', 'transfer-encoding: chunked'])}0\r\n\r\n`),
    /doesn't match its Content-Length/,
  ],
  [
    'chunks without an end',
    (socket) => socket.end(`${head(['transfer-encoding: chunked'])}5\r\nhello\r\n`),
    /closed the connection/,
  ],
  ['a reset', (socket) => socket.resetAndDestroy(), /reset|closed/],
  [
    'a reset within the body',
    (socket) => {
      socket.write(`${head(['content-length: 50'])}short`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    /reset|closed/,
  ],
  ['a half-close before the response', (socket) => socket.end(), /closed the connection/],
  [
    'something other than HTTP',
    (socket) => socket.end('220 mail.example ESMTP\r\n'),
    /sent an invalid HTTP response/,
  ],
  ['a gzip bomb', compressed(bomb, 'gzip'), /decompressed response exceeds/],
  [
    'a brotli bomb',
    compressed(brotliCompressSync(Buffer.alloc(50_000_000)), 'br'),
    /decompressed response exceeds/,
  ],
  ['a nested bomb', compressed(gzipSync(bomb), 'gzip, gzip'), /decompressed response exceeds/],
  ['many encodings', compressed(wrapped(5), Array(5).fill('gzip').join(', ')), /too many content encodings/],
  [
    'a thousand encodings',
    compressed(wrapped(1), Array(1_000).fill('gzip').join(',')),
    /too many content encodings/,
  ],
  ['an unknown encoding', compressed(Buffer.from('x'), 'zstd, exi'), /unsupported content encoding/],
  ['a wrong encoding', compressed(Buffer.from('plain'), 'gzip'), /can't be decompressed/],
];

function chunk(size: number): string {
  return `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
}
