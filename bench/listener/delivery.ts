import { createHmac } from 'node:crypto';
import type { Call } from '../api/call.ts';

/** The issuer and the secret for the signature. */
export const issuer = 'a-key-for-benchmarks-only';
export const secret = 'a-secret-for-benchmarks-only-0123456789abcdef';

/** Where a listener is. */
export interface Address {
  readonly host: string;
  readonly path: string;
}

const bodyBytes = 2_048;

/** Returns the JSON that all sides send: a two-kilobyte order. */
export function makeBody(): string {
  const order = {
    order_id: 4_711,
    customer: { first_name: 'Ann', last_name: 'Smith', email: 'ann.smith@example.test', city: 'Zürich' },
    items: Array.from({ length: 12 }, (_, index) => ({
      sku: `SKU-${1_000 + index}`,
      name: `Item number ${index}`,
      quantity: 1 + (index % 3),
      price: 9.95 + index,
    })),
    note: '',
  };
  const missing = bodyBytes - Buffer.byteLength(JSON.stringify(order));
  return JSON.stringify({ ...order, note: 'x'.repeat(Math.max(0, missing)) });
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

function makeToken(): string {
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: issuer, exp, data: { shop: 7 } })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A token, which doesn't cover the body. */
export const withToken = (): string => `authorization: Bearer ${makeToken()}`;

/** A sender's signature of the body. With Stripe's, Hark also looks for a delivery ID in the body. */
export function withSignature(body: string): string {
  const at = Math.floor(Date.now() / 1000);
  return `stripe-signature: t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** The longest tolerance, so that one signature is valid for the whole run. */
export const signature = { scheme: 'stripe' as const, secret: [secret], tolerance_seconds: 86_400 };

/** Builds the request to a listener. Both servers get the same bytes. */
export function makeCall(port: number, { host, path }: Address, credential: string, body: string): Call {
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    credential,
    'content-type: application/json',
    'user-agent: bench',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return {
    port,
    text: `${head.join('\r\n')}\r\n\r\n${body}`,
    status: 200,
    contains: '{"ok":true,"run_id":"',
  };
}
