import { z } from 'zod';
import { headerNamePattern } from '../../../lib/header-text.ts';
import { listenerSecret } from '../settings/listener-secret.ts';
import { hasPlaceholder, placeholders, splitContent } from './hmac-scheme.ts';
import { senderSchemes } from './sender-schemes.ts';
import {
  algorithms,
  defaultSignedContent,
  encodings,
  noSignature,
  schemeNames,
} from './signature-settings.ts';

const template = z.string().max(16_384);
const headerName = z.string().regex(headerNamePattern, 'must be a header name');

const written = z.strictObject({
  scheme: z.enum(['none', ...schemeNames]).default('none'),
  secret: listenerSecret(z.union([template, z.array(template)]))
    .transform((secret) => (typeof secret === 'string' ? [secret] : secret))
    .optional(),
  tolerance_seconds: z.int().min(1).max(86_400).optional(),
  header: headerName.optional(),
  algorithm: z.enum(algorithms).optional(),
  encoding: z.enum(encodings).optional(),
  prefix: z.string().max(100).optional(),
  timestamp_header: headerName.optional(),
  signed_content: z.string().max(500).optional(),
});
type Written = z.output<typeof written>;

/** A rule about the settings as a whole: the key that breaks it, and why (spec/listeners §10.2). */
interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const hmacKeys = ['header', 'algorithm', 'encoding', 'prefix', 'timestamp_header', 'signed_content'] as const;

const rules: readonly ((settings: Written) => Problem[])[] = [
  checkSecret,
  checkTolerance,
  checkOtherSchemes,
  checkHeader,
  checkHmac,
];

function checkSecret({ secret }: Written): Problem[] {
  if (secret === undefined) return [];
  if (secret.length < 1 || secret.length > 2)
    return [{ path: ['secret'], message: 'must be one or two secrets.' }];
  return secret.flatMap((one, index) => {
    const path = secret.length === 1 ? ['secret'] : ['secret', index];
    return one === '' ? [{ path, message: 'must not be empty.' }] : [];
  });
}

function checkTolerance({ scheme, tolerance_seconds, timestamp_header }: Written): Problem[] {
  if (tolerance_seconds === undefined) return [];
  const signsTime =
    scheme === 'hmac' ? timestamp_header !== undefined : isSender(scheme) && senderSchemes[scheme].signsTime;
  return signsTime ? [] : [{ path: ['tolerance_seconds'], message: 'is only for schemes that sign a time.' }];
}

const isSender = (scheme: Written['scheme']): scheme is keyof typeof senderSchemes =>
  Object.hasOwn(senderSchemes, scheme);

function checkOtherSchemes(settings: Written): Problem[] {
  if (settings.scheme === 'hmac') return [];
  const isAllowed = (key: string) => key === 'header' && settings.scheme === 'shared-secret';
  return hmacKeys
    .filter((key) => settings[key] !== undefined && !isAllowed(key))
    .map((key) => ({
      path: [key],
      message: `is only for the scheme hmac${key === 'header' ? ' or shared-secret' : ''}.`,
    }));
}

function checkHeader({ scheme, header }: Written): Problem[] {
  if (!['hmac', 'shared-secret'].includes(scheme) || header !== undefined) return [];
  return [{ path: ['header'], message: 'is required.' }];
}

function checkHmac({ scheme, timestamp_header, signed_content }: Written): Problem[] {
  if (scheme !== 'hmac') return [];
  const content = signed_content ?? defaultSignedContent;
  const names = splitContent(content).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
  const unknown = names.filter((name) => !placeholders.some((known) => known === name));
  const signsTime = hasPlaceholder(content, 'timestamp');
  return [
    ...unknown.map((name) => ({ path: ['signed_content'], message: `{${name}} is not a placeholder.` })),
    ...(hasPlaceholder(content, 'body')
      ? []
      : [{ path: ['signed_content'], message: 'must contain {body}.' }]),
    ...(signsTime && timestamp_header === undefined
      ? [
          {
            path: ['timestamp_header'],
            message: 'is required because signed_content contains {timestamp}.',
          },
        ]
      : []),
    ...(!signsTime && timestamp_header !== undefined
      ? [
          {
            path: ['signed_content'],
            message: 'must contain {timestamp} because timestamp_header is set.',
          },
        ]
      : []),
  ];
}

/**
 * The schema of a listener's signature settings. If the secret is omitted, the present one is kept. Whether the
 * secrets' templates compile is checked together with the listener's other templates.
 */
export const signatureSettings = written
  .superRefine((settings, context) => {
    for (const { path, message } of rules.flatMap((rule) => rule(settings)))
      context.addIssue({ code: 'custom', path: [...path], message });
  })
  .transform((settings) => (settings.scheme === 'none' ? noSignature : settings));

/** The signature settings to save. Without a secret, the present one is kept. */
export type WantedSignature = z.output<typeof signatureSettings>;
