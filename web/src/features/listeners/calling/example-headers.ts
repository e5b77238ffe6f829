import { callingTexts } from '../../../texts/listeners/calling.ts';
import type { ShownListener } from '../listener.ts';

const { placeholders } = callingTexts.call;

type Settings = Pick<ShownListener['settings'], 'add_authentication' | 'signature' | 'idempotency_header'>;

/**
 * Returns the headers that a listener requires, with placeholders for the values that the caller computes. Undefined if
 * the sender is a service that signs its requests itself (spec/listeners §10.7).
 */
export function exampleHeaders(
  { add_authentication, signature, idempotency_header }: Settings,
  token: string,
): (readonly [name: string, value: string])[] | undefined {
  const { scheme, header = '', prefix = '', timestamp_header = '', signed_content = '' } = signature;
  const ofScheme = {
    none: [],
    'shared-secret': [[header, placeholders.secret]],
    hmac: [
      [header, `${prefix}${placeholders.signature}`],
      [timestamp_header, placeholders.timestamp],
      [signed_content.includes('{id}') ? idempotency_header : '', placeholders.id],
    ],
  } as const;
  if (!(scheme in ofScheme)) return undefined;
  const signed = ofScheme[scheme as keyof typeof ofScheme].filter(([name]) => name !== '');
  return [
    ['Content-Type', 'application/json'],
    ...(add_authentication ? [['Authorization', `Bearer ${token}`] as const] : []),
    ...signed,
  ];
}
