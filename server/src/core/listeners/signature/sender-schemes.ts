import { hmacKey } from '../../../lib/crypto/hmac-key.ts';
import { headerValues, type RawHeaders } from '../input/raw-headers.ts';
import { idInBody, idInHeader, idOfHubspotEvents } from './delivery-ids.ts';
import { readTime, type Scheme, textKey } from './scheme.ts';

const inHex = { hmac: { algorithm: 'sha256', encoding: 'hex' }, keyOf: textKey } as const;
const inBase64 = { hmac: { algorithm: 'sha256', encoding: 'base64' }, keyOf: textKey } as const;

/** `Stripe-Signature: t=1700000000,v1=<hex>,v1=<hex>` (spec/listeners §10.7). */
const stripe: Scheme = {
  ...inHex,
  name: 'stripe',
  signsTime: true,
  signsUrl: false,
  requiredHeaders: () => ['stripe-signature'],
  read([header = '']) {
    const items = header.split(',').map((item) => item.split(/=(.*)/s));
    const valuesOf = (wanted: string) =>
      items.flatMap(([name, value = '']) => (name === wanted ? [value] : []));
    const [times, signatures] = [valuesOf('t'), valuesOf('v1')];
    const time = times.length === 1 ? readTime(times[0] ?? '', 'seconds') : undefined;
    return time && signatures.length > 0 ? { signatures, time } : undefined;
  },
  content: ({ time }, { body }) => [`${time?.text}.`, body],
  deliveryId: (_, request) => idInBody(request, 'id'),
};

/** `X-Hub-Signature-256: sha256=<hex>` (spec/listeners §10.7). */
const github: Scheme = {
  ...inHex,
  name: 'github',
  signsTime: false,
  signsUrl: false,
  sendsFormPayload: true,
  requiredHeaders: () => ['x-hub-signature-256'],
  read: ([header = '']) => afterPrefix(header, 'sha256='),
  content: (_, { body }) => [body],
  deliveryId: (_, request) => idInHeader(request, 'x-github-delivery'),
};

/** `X-Shopify-Hmac-Sha256: <base64>` (spec/listeners §10.7). */
const shopify: Scheme = {
  ...inBase64,
  name: 'shopify',
  signsTime: false,
  signsUrl: false,
  requiredHeaders: () => ['x-shopify-hmac-sha256'],
  read: ([header = '']) => (header === '' ? undefined : { signatures: [header] }),
  content: (_, { body }) => [body],
  deliveryId: (_, request) => idInHeader(request, 'x-shopify-webhook-id'),
};

/** `X-Slack-Signature: v0=<hex>` and the time in a header of its own (spec/listeners §10.7). */
const slack: Scheme = {
  ...inHex,
  name: 'slack',
  signsTime: true,
  signsUrl: false,
  sendsFormPayload: true,
  requiredHeaders: () => ['x-slack-signature', 'x-slack-request-timestamp'],
  read([header = '', timestamp = '']) {
    const head = afterPrefix(header, 'v0=');
    const time = readTime(timestamp, 'seconds');
    return head && time && { ...head, time };
  },
  content: ({ time }, { body }) => [`v0:${time?.text}:`, body],
  deliveryId: (_, request) => idInBody(request, 'event_id'),
};

/** Signs the method, the URL, the body and a time in milliseconds (spec/listeners §10.7). */
const hubspot: Scheme = {
  ...inBase64,
  name: 'hubspot',
  signsTime: true,
  signsUrl: true,
  requiredHeaders: () => ['x-hubspot-signature-v3', 'x-hubspot-request-timestamp'],
  read([signature = '', timestamp = '']) {
    const time = readTime(timestamp, 'milliseconds');
    return time && signature !== '' ? { signatures: [signature], time } : undefined;
  },
  content: ({ time }, { method, url, body }) => [
    method,
    latin1(decodedByHubspot(url)),
    body,
    time?.text ?? '',
  ],
  deliveryId: (_, request) => idOfHubspotEvents(request),
};

/** Decodes the sequences that HubSpot decodes before signing, and no others. */
const decodedByHubspot = (url: string) =>
  url.replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, (sequence) => decodeURIComponent(sequence));

/** Node decodes header values and request targets as Latin-1, so this returns the bytes as received. */
export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Used by Svix, Clerk, OpenAI and others (spec/listeners §10.7). */
const standardWebhooks: Scheme = {
  ...inBase64,
  name: 'standard-webhooks',
  signsTime: true,
  signsUrl: false,
  requiredHeaders: standardHeaders,
  read([header = '', id = '', timestamp = '']) {
    const signatures = header
      .split(' ')
      .flatMap((entry) => (entry.startsWith('v1,') ? [entry.slice('v1,'.length)] : []));
    const time = readTime(timestamp, 'seconds');
    return time && id !== '' && signatures.length > 0 ? { signatures, time, id } : undefined;
  },
  keyOf(secret) {
    const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
    return base64.test(encoded) ? hmacKey(encoded, 'base64') : undefined;
  },
  content: ({ id = '', time }, { body }) => [latin1(`${id}.${time?.text}.`), body],
  deliveryId: ({ id }) => id,
};

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/** A request without any of the three headers is read by their older names. The two families are never mixed. */
function standardHeaders(headers: RawHeaders): [string, string, string] {
  const names = (family: string): [string, string, string] => [
    `${family}-signature`,
    `${family}-id`,
    `${family}-timestamp`,
  ];
  const isStandard = names('webhook').some((name) => headerValues(headers, name).length > 0);
  return names(isStandard ? 'webhook' : 'svix');
}

const afterPrefix = (header: string, prefix: string) =>
  header.startsWith(prefix) ? { signatures: [header.slice(prefix.length)] } : undefined;

/** The schemes of well-known senders (spec/listeners §10.7). */
export const senderSchemes = {
  stripe,
  github,
  shopify,
  slack,
  hubspot,
  'standard-webhooks': standardWebhooks,
} as const satisfies Record<string, Scheme>;
