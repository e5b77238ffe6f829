import { concealed } from '../../../core/audit/index.ts';
import { isCredentialHeader } from '../../../core/listeners/index.ts';

/** Headers as they are shown, without those that carry a credential in either direction (spec/runs §3.4). */
export function shownHeaders(headers: object): Record<string, unknown> {
  const shown: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    shown[name] = isSecretive(name) ? concealed : value;
  }
  return shown;
}

/** What of an answer's headers is hidden wherever a later step puts it: credentials, and the values of cookies. */
export function secretHeaderTexts(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => isSecretive(name))
    .flatMap(([, value]) => [
      value,
      ...[...value.matchAll(/(?:^|, )[^=;,\s]+=([^;,]*)/g)].map(([, text = '']) => text),
    ]);
}

const isSecretive = (name: string): boolean =>
  isCredentialHeader(name.toLowerCase()) || name.toLowerCase().startsWith('set-cookie');
