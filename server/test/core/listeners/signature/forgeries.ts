// Changes signed requests in ways that must make them invalid.
import { createHash } from 'node:crypto';
import type { Random } from '../../../harness/seeded-random.ts';
import { type Headers, type Sender, senders, signByHand, type Unsigned } from './senders.ts';

/** A request as received. A name can occur twice. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** A valid request, from which forgeries are made. */
export interface Valid {
  readonly sender: Sender;
  readonly request: Unsigned;
  readonly sent: Sent;
  /** When Hark receives it, in Unix seconds. */
  readonly receivedAt: number;
}

/** Returns a forgery, or undefined if this kind makes no sense for the sender. */
type Forge = (valid: Valid, random: Random) => Sent | undefined;

export const sentWith = ({ method, url, body }: Unsigned, headers: Headers): Sent => ({
  method,
  url,
  headers: [['Content-Type', 'application/json'], ...Object.entries(headers)],
  body: Buffer.from(body),
});

const changeBody = ({ sent }: Valid, change: (body: Buffer) => Buffer | string): Sent => ({
  ...sent,
  body: Buffer.from(change(sent.body)),
});

/** Replaces the value of a header, or removes the header if there is no value. */
function changeHeader({ sent }: Valid, name: string, change: (value: string) => readonly string[]): Sent {
  const headers = sent.headers.flatMap(([one, value]): [string, string][] =>
    one === name ? change(value).map((changed) => [one, changed]) : [[one, value]],
  );
  return { ...sent, headers };
}

const changeSignature = (valid: Valid, change: (value: string) => string): Sent =>
  changeHeader(valid, valid.sender.headers[0], (value) => [change(value)]);

/** Signs again, with something different from what the sender does. */
const signAgain = (
  { sender, request }: Valid,
  change: Partial<Unsigned>,
  options?: Parameters<typeof signByHand>[2],
): Sent => sentWith({ ...request, ...change }, signByHand(sender, { ...request, ...change }, options));

const splice = (text: string, place: number, removed: number, added: string) =>
  text.slice(0, place) + added + text.slice(place + removed);
/** Neither a separator nor a digit of another case, which some schemes ignore. */
const letters = 'abcdef0123456789GZgz+/_-.:;%~';
const otherLetter = (random: Random, letter: string) =>
  random.oneOf([...letters].filter((other) => other.toLowerCase() !== letter.toLowerCase()));
const isHex = ({ encoding }: Sender) => encoding === 'hex';

/** The header that carries the time. Stripe's is part of the signature header. */
const timeHeader = ({ sender: { signsTime, headers } }: Valid) =>
  signsTime ? headers.find((name) => /time/i.test(name)) : undefined;

const bodyForgeries: Record<string, Forge> = {
  'a bit of the body': (valid, random) =>
    changeBody(valid, (body) => {
      const changed = Buffer.from(body);
      const place = random.pick(body.length);
      changed[place] = (changed[place] ?? 0) ^ (1 << random.pick(8));
      return changed;
    }),
  'an added byte': (valid, random) =>
    changeBody(valid, (body) => {
      const place = random.pick(body.length + 1);
      return Buffer.concat([body.subarray(0, place), Buffer.of(random.pick(256)), body.subarray(place)]);
    }),
  'a removed part of the body': (valid, random) =>
    changeBody(valid, (body) => {
      const place = random.pick(body.length);
      const end = place + 1 + random.pick(body.length - place);
      return Buffer.concat([body.subarray(0, place), body.subarray(end)]);
    }),
  'the same JSON written differently': (valid, random) =>
    changeBody(valid, (body) => {
      const value = JSON.parse(body.toString());
      const written = JSON.stringify(value);
      return random.oneOf([
        JSON.stringify(value, null, 1 + random.pick(4)),
        written.replace(/[ëü]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
        written.replaceAll(',', ', '),
        written.replaceAll(':', ': '),
        `${written}\r\n`,
        ` ${written}`,
      ]);
    }),
  'another encoding of the body': (valid, random) =>
    changeBody(valid, (body) => {
      const text = body.toString();
      return random.oneOf<() => Buffer | string>([
        () => Buffer.from(text, 'utf16le'),
        () => `\ufeff${text}`,
        () => body.toString('base64'),
        () => body.toString('hex'),
        () => encodeURIComponent(text),
        () => body.toString('latin1').concat('\0'),
        () => text.normalize('NFD').concat(text.normalize('NFD') === text ? ' ' : ''),
      ])();
    }),
  'the body twice': (valid) => changeBody(valid, (body) => Buffer.concat([body, body])),
};

const signatureForgeries: Record<string, Forge> = {
  'a letter of the signature': (valid, random) =>
    changeSignature(valid, (value) => {
      const place = random.pick(value.length);
      return splice(value, place, 1, otherLetter(random, value[place] ?? ''));
    }),
  'an added letter': (valid, random) =>
    changeSignature(valid, (value) =>
      splice(value, random.pick(value.length + 1), 0, random.oneOf([...letters])),
    ),
  'a removed part of the signature': (valid, random) =>
    changeSignature(valid, (value) => {
      const place = random.pick(value.length);
      return splice(value, place, 1 + random.pick(value.length - place), '');
    }),
  'another letter case': (valid, random) => {
    if (valid.sender.scheme === 'hmac') return changeSignature(valid, (value) => value.replace('sha', 'SHA'));
    const change = random.oneOf([(text: string) => text.toUpperCase(), (text: string) => text.toLowerCase()]);
    return changeSignature(valid, change);
  },
  'another encoding of the signature': (valid, random) =>
    random.oneOf<() => Sent>([
      () => signAgain(valid, {}, { encoding: isHex(valid.sender) ? 'base64' : 'hex' }),
      () => signAgain(valid, {}, { encoding: 'base64url' }),
      () => changeSignature(valid, encodeURIComponent),
      () => changeSignature(valid, (value) => `"${value}"`),
      () => changeSignature(valid, (value) => Buffer.from(value).toString('base64')),
      () => changeSignature(valid, (value) => `=?utf-8?B?${Buffer.from(value).toString('base64')}?=`),
      () => changeSignature(valid, (value) => `${value}\0`),
    ])(),
  'another algorithm': (valid, random) => {
    const others = ['sha1', 'md5', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256'];
    return signAgain(
      valid,
      {},
      { algorithm: random.oneOf(others.filter((one) => one !== valid.sender.algorithm)) },
    );
  },
  'a hash without a key': (valid) => {
    const { sender, request } = valid;
    const hash = createHash(sender.algorithm).update(sender.content(request)).digest(sender.encoding);
    return changeSignature(valid, () => sender.header(hash, request));
  },
  'another key': (valid, random) => {
    const { secrets, otherSecret } = valid.sender;
    const [secret] = secrets;
    const keys = [
      '',
      ' ',
      otherSecret,
      `${secret} `,
      ` ${secret}`,
      `${secret}\n`,
      secret.toUpperCase(),
      secret.slice(1),
    ];
    return signAgain(valid, {}, { key: Buffer.from(random.oneOf(keys)) });
  },
  'a constant signature': (valid, random) => {
    const { sender, request } = valid;
    const constants = [
      '',
      '0',
      '0'.repeat(64),
      'f'.repeat(64),
      'A'.repeat(43).concat('='),
      'null',
      'undefined',
      'true',
      '*',
    ];
    return changeSignature(valid, () => sender.header(random.oneOf(constants), request));
  },
  "another request's signature": (valid, random) => {
    const { sender, request } = valid;
    const body = sender.body(`other-${random.pick(1_000)}`);
    const [name] = sender.headers;
    return changeHeader(valid, name, () => [signByHand(sender, { ...request, body })[name] ?? '']);
  },
  'something else signed': (valid, random) => {
    const { sender, request } = valid;
    const { body, url, at, id, method } = request;
    const contents = [
      '',
      body,
      `${body}.${at}`,
      `${at}${body}`,
      `${at}.${body}.`,
      `${url}${body}`,
      `${method}${body}`,
      `${id}.${body}`,
      `v1:${at}:${body}`,
      `${method.toLowerCase()}${url}${body}${at}`,
    ];
    const content = random.oneOf(contents.filter((one) => one !== sender.content(request)));
    return signAgain(valid, {}, { content });
  },
};

const changedTimes = (random: Random, time: string): string =>
  random.oneOf([
    String(Number(time) + (random.chance(50) ? 1 : -1) * (1 + random.pick(299))),
    `0${time}`,
    `+${time}`,
    `-${time}`,
    `${time}.0`,
    `${time}e0`,
    `0x${Number(time).toString(16)}`,
    `${time}000`,
    `${time};${time}`,
    `${time} ${time}`,
    `${time}\u00a0`,
    time.slice(0, -1),
    // Full-width digits in UTF-8, as Node decodes them.
    Buffer.from(time.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))).toString(
      'latin1',
    ),
    '',
    'NaN',
    'Infinity',
    new Date(Number(time)).toISOString(),
  ]);

const timeForgeries: Record<string, Forge> = {
  'another time': (valid, random) => {
    if (valid.sender.scheme === 'stripe') {
      return changeSignature(valid, (value) => value.replace(/\d+/, (time) => changedTimes(random, time)));
    }
    const name = timeHeader(valid);
    return name === undefined
      ? undefined
      : changeHeader(valid, name, (value) => [changedTimes(random, value)]);
  },
  'a time that is signed but too early or too late': (valid, random) => {
    if (!valid.sender.signsTime) return undefined;
    const seconds = 301 + random.pick(random.chance(50) ? 10 : 1_000_000_000);
    return signAgain(valid, { at: valid.receivedAt + (random.chance(50) ? seconds : -seconds) });
  },
};

const headerForgeries: Record<string, Forge> = {
  'a missing header': (valid, random) => changeHeader(valid, random.oneOf(valid.sender.headers), () => []),
  'an empty header': (valid, random) => changeHeader(valid, random.oneOf(valid.sender.headers), () => ['']),
  'a header twice': (valid, random) =>
    changeHeader(valid, random.oneOf(valid.sender.headers), (value) =>
      random.oneOf([
        [value, value],
        [value, ''],
        ['', value],
        [value, `${value}x`],
        [`x${value}`, value],
      ]),
    ),
  'a joined header': (valid, random) =>
    changeHeader(valid, random.oneOf(valid.sender.headers), (value) => [`${value},${value}`]),
  'a renamed header': (valid, random) => {
    const name = random.oneOf(valid.sender.headers);
    const renamed = random.oneOf([
      name.replace('-', '_'),
      `${name}-1`,
      `X-${name}`,
      name.replaceAll('-', ''),
      name.slice(0, -1),
      'X-Hub-Signature',
      'X-HubSpot-Signature',
      'Signature',
    ]);
    const headers = valid.sent.headers.map(([one, value]) => [one === name ? renamed : one, value] as const);
    return { ...valid.sent, headers };
  },
  "another sender's headers": (valid, random) => {
    const { sender, request } = valid;
    const other = random.oneOf(senders.filter(({ scheme }) => scheme !== sender.scheme));
    const headers = signByHand(other, request, { key: Buffer.from(request.secret) });
    const isMixed = random.chance(50);
    const own = isMixed
      ? Object.fromEntries(sender.headers.slice(1).map((name) => [name, String(request.at)]))
      : {};
    const signature = isMixed ? { [sender.headers[0]]: headers[other.headers[0]] ?? '' } : {};
    // Two senders can sign the same content. Then only the other one's form gives it away.
    return sentWith(request, { ...headers, ...own, ...signature });
  },
};

const addressForgeries: Record<string, Forge> = {
  'another URL or method': (valid, random) => {
    const { sent, sender } = valid;
    if (!['hubspot', 'hmac'].includes(sender.scheme)) return undefined;
    const [url, query = ''] = sent.url.split('?');
    const urls = [
      `${sent.url}&x=1`,
      `${url}`,
      `${url}?`,
      `${url}?${query}#x`,
      `${url}/?${query}`,
      sent.url.replace('https:', 'http:'),
      sent.url.replace('acme', 'evil'),
      sent.url.toUpperCase(),
      sent.url.replace('=', '%3D'),
    ];
    const isMethod = sender.scheme === 'hubspot' && random.chance(30);
    return isMethod
      ? { ...sent, method: random.oneOf(['PUT', 'GET', 'post']) }
      : { ...sent, url: random.oneOf(urls) };
  },
  "another delivery's ID": (valid) => {
    const name = valid.sender.headers.find((header) => /-id$/i.test(header));
    return name === undefined ? undefined : changeHeader(valid, name, (value) => [`${value}0`]);
  },
};

/** Every kind of forgery, by name. */
export const forgeries: Readonly<Record<string, Forge>> = {
  ...bodyForgeries,
  ...signatureForgeries,
  ...timeForgeries,
  ...headerForgeries,
  ...addressForgeries,
};
