import { idInHeader } from './delivery-ids.ts';
import { type Scheme, textKey } from './scheme.ts';

/** A sender that sends the secret itself in a header (spec/listeners §10.7). `idHeader` is in lower case. */
export const sharedSecretScheme = (header: string, idHeader: string): Scheme => ({
  name: 'shared-secret',
  hmac: undefined,
  signsTime: false,
  // Every caller that knows the secret can choose the query, as with a token.
  signsUrl: true,
  requiredHeaders: () => [header.toLowerCase()],
  read: ([value = '']) => (value === '' ? undefined : { signatures: [value] }),
  keyOf: textKey,
  content: () => [],
  deliveryId: (_, request) => idInHeader(request, idHeader),
});
