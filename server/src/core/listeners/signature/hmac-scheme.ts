import { idInHeader } from './delivery-ids.ts';
import { readTime, type Scheme, type SignedHead, type SignedRequest, textKey } from './scheme.ts';
import { latin1 } from './sender-schemes.ts';
import type { HmacSettings } from './signature-settings.ts';

const shortForms: Readonly<Record<string, string>> = {
  body: '{body}',
  'timestamp.body': '{timestamp}.{body}',
};

export const placeholders = ['body', 'timestamp', 'id', 'url'] as const;
type Placeholder = (typeof placeholders)[number];

/** Splits `signed_content` into text and names in braces: `v1:{id}` becomes `['v1:', { name: 'id' }]`. */
export const splitContent = (signedContent: string): (string | { readonly name: string })[] =>
  (shortForms[signedContent] ?? signedContent)
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{.*\}$/s.test(piece) ? { name: piece.slice(1, -1) } : piece));

/** Returns whether `signed_content` contains a placeholder. */
export const hasPlaceholder = (signedContent: string, name: Placeholder): boolean =>
  splitContent(signedContent).some((piece) => typeof piece === 'object' && piece.name === name);

/** A scheme that the workflow's author describes (spec/listeners §10.7). `idHeader` is in lower case. */
export function hmacScheme(settings: HmacSettings, idHeader: string): Scheme {
  const { header, prefix, encoding, algorithm, timestamp_header, signed_content } = settings;
  const pieces = splitContent(signed_content);
  const signsTime = timestamp_header !== undefined;
  const signsId = hasPlaceholder(signed_content, 'id');
  const required: [string, ...string[]] = [
    header.toLowerCase(),
    ...(signsTime ? [timestamp_header.toLowerCase()] : []),
    ...(signsId ? [idHeader] : []),
  ];
  return {
    name: 'hmac',
    hmac: { algorithm, encoding },
    signsTime,
    signsUrl: hasPlaceholder(signed_content, 'url'),
    requiredHeaders: () => required,
    keyOf: textKey,
    read([value = '', ...others]) {
      const time = signsTime ? readEitherTime(others[0] ?? '') : undefined;
      const signature = value.slice(prefix.length);
      if (!value.startsWith(prefix) || signature === '' || (signsTime && !time)) return undefined;
      return {
        signatures: [encoding === 'hex' ? signature.toLowerCase() : signature],
        time,
        id: signsId ? others.at(-1) : undefined,
      };
    },
    content: (head, request) =>
      pieces.map((piece) =>
        typeof piece === 'string' ? piece : contentOf[piece.name as Placeholder](head, request),
      ),
    deliveryId: (_, request) => idInHeader(request, idHeader),
  };
}

/** Times with 13 digits or more are in milliseconds. */
const readEitherTime = (text: string) => readTime(text, text.length >= 13 ? 'milliseconds' : 'seconds');

const contentOf: Record<Placeholder, (head: SignedHead, request: SignedRequest) => string | Buffer> = {
  body: (_, { body }) => body,
  timestamp: ({ time }) => time?.text ?? '',
  id: ({ id = '' }) => latin1(id),
  url: (_, { url }) => latin1(url),
};
