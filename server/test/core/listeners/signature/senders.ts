// Signs requests as their senders do: with the sender's own library where it has one, else as its documentation says.
import { createHmac } from 'node:crypto';
import { sign as signAsGithub, verify as verifyAsGithub } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type {
  SchemeName,
  SignatureSettings,
} from '../../../../src/core/listeners/signature/signature-settings.ts';

/** A request before it is signed. */
export interface Unsigned {
  readonly method: string;
  /** The listener's full URL with the query. */
  readonly url: string;
  readonly body: string;
  readonly secret: string;
  /** In Unix seconds. */
  readonly at: number;
  /** The delivery's ID, for senders that send it in a header. */
  readonly id: string;
}

export type Headers = Readonly<Record<string, string>>;

export interface Sender {
  readonly scheme: SchemeName;
  /** The settings of the scheme, apart from the secret. */
  readonly settings: Omit<SignatureSettings, 'scheme' | 'secret'>;
  /** The current secret and the one before it. */
  readonly secrets: readonly [current: string, old: string];
  readonly otherSecret: string;
  readonly signsTime: boolean;
  readonly algorithm: 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** The headers that a request must have. The first one carries the signature. */
  readonly headers: readonly [string, ...string[]];
  /** A typical body. The sender's delivery ID is in it, unless it is in a header. */
  body(id: string): string;
  /** What the sender signs, according to its documentation. */
  content(request: Unsigned): string;
  /** The value of the header that carries the signature. */
  header(signature: string, request: Unsigned): string;
  otherHeaders(request: Unsigned): Headers;
  /** The sender's own library, if it can sign. Its verification compares times with the real clock. */
  readonly library?: {
    sign(request: Unsigned): string | Promise<string>;
    verify(request: Unsigned, headers: Headers): unknown;
  };
}

/** Signs with the sender's library, or by hand if it has none. */
export const sign = async (sender: Sender, request: Unsigned): Promise<Headers> => ({
  [sender.headers[0]]:
    (await sender.library?.sign(request)) ?? signByHand(sender, request)[sender.headers[0]] ?? '',
  ...sender.otherHeaders(request),
});

/** Signs as the documentation says, or differently. The parts that differ are given. */
export function signByHand(
  sender: Sender,
  request: Unsigned,
  {
    key = keyOf(sender, request.secret),
    algorithm = sender.algorithm as string,
    encoding = sender.encoding as 'hex' | 'base64' | 'base64url',
    content = sender.content(request),
  } = {},
): Headers {
  const signature = createHmac(algorithm, key).update(content).digest(encoding);
  return { [sender.headers[0]]: sender.header(signature, request), ...sender.otherHeaders(request) };
}

const keyOf = ({ scheme }: Sender, secret: string) =>
  scheme === 'standard-webhooks' ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);

const defaults = {
  settings: {},
  secrets: ['the current secret', 'the old secret'],
  otherSecret: 'the secret of another sender',
  signsTime: true,
  algorithm: 'sha256',
  encoding: 'hex',
  body: (id: string) => JSON.stringify({ id, amount: 10.5, customer: 'Zoë', paid: true }),
  content: ({ body }: Unsigned) => body,
  header: (signature: string) => signature,
  otherHeaders: (): Headers => ({}),
} as const;

const stripe: Sender = {
  ...defaults,
  scheme: 'stripe',
  secrets: ['whsec_current', 'whsec_old'],
  otherSecret: 'whsec_other',
  headers: ['Stripe-Signature'],
  content: ({ at, body }) => `${at}.${body}`,
  header: (signature, { at }) => `t=${at},v1=${signature}`,
  library: {
    sign: ({ body: payload, secret, at: timestamp }) =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    verify: ({ body, secret }, headers) =>
      Stripe.webhooks.constructEvent(body, headers['Stripe-Signature'] ?? '', secret),
  },
};

const github: Sender = {
  ...defaults,
  scheme: 'github',
  signsTime: false,
  headers: ['X-Hub-Signature-256'],
  header: (signature) => `sha256=${signature}`,
  otherHeaders: ({ id }) => ({ 'X-GitHub-Delivery': id }),
  library: {
    sign: ({ secret, body }) => signAsGithub(secret, body),
    verify: async ({ body, secret }, headers) => {
      const isValid = await verifyAsGithub(secret, body, headers['X-Hub-Signature-256'] ?? '');
      if (!isValid) throw new Error('wrong signature');
    },
  },
};

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https */
const shopify: Sender = {
  ...defaults,
  scheme: 'shopify',
  signsTime: false,
  encoding: 'base64',
  headers: ['X-Shopify-Hmac-Sha256'],
  otherHeaders: ({ id }) => ({ 'X-Shopify-Webhook-Id': id }),
};

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
const slack: Sender = {
  ...defaults,
  scheme: 'slack',
  headers: ['X-Slack-Signature', 'X-Slack-Request-Timestamp'],
  body: (event_id) => JSON.stringify({ type: 'event_callback', event_id, text: 'Grüezi' }),
  content: ({ at, body }) => `v0:${at}:${body}`,
  header: (signature) => `v0=${signature}`,
  otherHeaders: ({ at }) => ({ 'X-Slack-Request-Timestamp': String(at) }),
};

/** https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests */
const hubspot: Sender = {
  ...defaults,
  scheme: 'hubspot',
  encoding: 'base64',
  headers: ['X-HubSpot-Signature-v3', 'X-HubSpot-Request-Timestamp'],
  body: (eventId) => JSON.stringify([{ eventId, subscriptionId: 12, occurredAt: 1_700_000_000_000 }]),
  content: ({ method, url, body, at }) => `${method}${url}${body}${at * 1_000}`,
  otherHeaders: ({ at }) => ({ 'X-HubSpot-Request-Timestamp': String(at * 1_000) }),
};

const base64Secret = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`;

const standardWebhooks: Sender = {
  ...defaults,
  scheme: 'standard-webhooks',
  encoding: 'base64',
  secrets: [base64Secret('current'), base64Secret('old')],
  otherSecret: base64Secret('other'),
  headers: ['webhook-signature', 'webhook-id', 'webhook-timestamp'],
  content: ({ id, at, body }) => `${id}.${at}.${body}`,
  header: (signature) => `v1,${signature}`,
  otherHeaders: ({ id, at }) => ({ 'webhook-id': id, 'webhook-timestamp': String(at) }),
  library: {
    sign: ({ body, secret, at, id }) => new Webhook(secret).sign(id, new Date(at * 1_000), body),
    verify: ({ body, secret }, headers) => new Webhook(secret).verify(body, { ...headers }),
  },
};

/** A sender that Hark doesn't know. It signs everything that the scheme `hmac` can cover. */
const partner: Sender = {
  ...defaults,
  scheme: 'hmac',
  settings: {
    header: 'X-Signature',
    prefix: 'sha512=',
    algorithm: 'sha512',
    timestamp_header: 'X-Time',
    signed_content: 'v1:{id}:{timestamp}:{url}:{body}',
  },
  algorithm: 'sha512',
  headers: ['X-Signature', 'X-Time', 'X-Event-Id'],
  content: ({ id, at, url, body }) => `v1:${id}:${at}:${url}:${body}`,
  header: (signature) => `sha512=${signature}`,
  otherHeaders: ({ at, id }) => ({ 'X-Time': String(at), 'X-Event-Id': id }),
};

export const senders: readonly Sender[] = [
  stripe,
  github,
  shopify,
  slack,
  hubspot,
  standardWebhooks,
  partner,
];

/** The header that `{id}` and the scheme `hmac` use to recognize a repeated delivery. */
export const idHeader = 'X-Event-Id';
