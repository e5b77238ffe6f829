import { z } from 'zod';
import { headerNamePattern } from '../../../lib/header-text.ts';
import { compileTemplate } from '../../templating/index.ts';
import { isCredentialHeader } from '../input/input-headers.ts';
import { signatureSettings } from '../signature/signature-schema.ts';
import { dedupes } from '../signature/signature-settings.ts';
import { responses, templatesIn } from './listener.ts';
import { listenerSecret } from './listener-secret.ts';
import type { WantedSettings } from './save-listener.ts';

/**
 * Reports errors in settings before they are saved. Settings are resolved before the caller is trusted, so
 * they can't read the request (spec/listeners §2.2). A secret that doesn't exist isn't an error: the setting
 * then rejects all callers. When saving, Hark also checks which of the existing secrets a setting may use.
 */
export function checkListenerSettings(
  settings: WantedSettings,
): { path: readonly (string | number)[]; message: string }[] {
  return templatesIn(settings).flatMap(({ path, source }) => {
    const compiled = compileTemplate(source, { profile: 'setting', secrets: true });
    if (compiled.ok) return [];
    return compiled.problems.map(({ line, column, message, suggestion = '' }) => ({
      path,
      message: `line ${line}, column ${column}: ${message} ${suggestion}`.trim(),
    }));
  });
}

const maxTemplateLength = 16_384;
const template = z.string().max(maxTemplateLength);
const ownSecret = listenerSecret(z.string().max(maxTemplateLength));

const fields = {
  add_authentication: z.boolean().optional(),
  endpoint_key: ownSecret.optional(),
  endpoint_secret: ownSecret.optional(),
  allow_cors: z.boolean().optional(),
  cors_domains: template.optional(),
  respond_with: z.enum(responses).optional(),
  // Its value is stored, and is part of receipts.
  idempotency_header: z
    .string()
    .regex(headerNamePattern, 'must be a header name')
    .refine(
      (name) => !isCredentialHeader(name.toLowerCase()),
      'must not be a header for credentials, because its value is stored',
    )
    .optional(),
  signature: signatureSettings.optional(),
  dedupe: z.enum(dedupes).optional(),
  receipts: z.boolean().optional(),
};

/**
 * The schema of settings. Omitted settings stay unchanged. If a template doesn't compile, the error gives the
 * position.
 */
export const listenerSettings = z.strictObject(fields).superRefine(refuseBrokenTemplates);

/**
 * The schema of changed settings. Null removes the key or secret; if authentication is on, a new one is
 * generated.
 */
export const changedSettings = z
  .strictObject({
    ...fields,
    endpoint_key: ownSecret.nullable().optional(),
    endpoint_secret: ownSecret.nullable().optional(),
  })
  .superRefine(refuseBrokenTemplates);

function refuseBrokenTemplates(
  settings: Parameters<typeof checkListenerSettings>[0],
  context: z.core.$RefinementCtx,
): void {
  for (const { path, message } of checkListenerSettings(settings)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
}
