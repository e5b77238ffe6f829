import { z } from 'zod';
import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';

const sealPurpose = 'workspace-secret';

/** What a template writes behind `secrets.`, so a name must be a word of the template language. */
export const secretName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a letter, then up to 63 letters, digits or underscores');

/** An empty secret protects nothing, and a listener that would use it refuses everybody. */
export const secretValue = z.string().min(1).max(10_000);

/** The hosts that a secret may be sent to, as a URL writes them. An empty list allows any host. */
export const secretHosts = z
  .array(
    z
      .string()
      .transform((host) => host.trim().toLowerCase())
      .refine(isHost, 'must be a host name such as api.example.com, without scheme, port or path'),
  )
  .max(20)
  .transform((hosts) => [...new Set(hosts)].sort());

function isHost(text: string): boolean {
  return URL.parse(`https://${text}/`)?.hostname === text && text !== '';
}

/** A secret as it is written: its value, or value and hosts. What is left out stays as it is. */
export type SecretInput =
  | string
  | { readonly value?: string | undefined; readonly hosts?: readonly string[] | undefined };

/** Where it is stored. */
export const sealedSecret = { table: 'secrets', column: 'sealed_value', purpose: sealPurpose } as const;

export const sealSecret = (key: InstallationKey, value: string): string => seal(key, sealPurpose, value);
export const openSecret = (key: InstallationKey, sealed: string): string => open(key, sealPurpose, sealed);
