import { concealed } from '../../../core/audit/index.ts';
import { isCredentialHeader } from '../../../core/listeners/index.ts';

/** Returns the headers to show, without credentials from the request or the response (spec/runs §3.4). */
export function shownHeaders(headers: object): Record<string, unknown> {
  const shown: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    shown[name] = isSecretive(name) ? concealed : value;
  }
  return shown;
}

/** Returns credentials and cookie values from response headers. They are masked wherever a later step uses them. */
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
