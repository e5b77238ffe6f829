import { z } from 'zod';
import { compileTemplate } from '../../templating/index.ts';
import { responses, templatedSettings } from './listener.ts';
import type { WantedSettings } from './save-listener.ts';

/**
 * Reports errors in settings before they are saved. They are resolved before the caller is trusted, so they
 * can't read the request (spec/listeners §2.2). A secret that doesn't exist is no error: such a setting
 * rejects all callers. Saving checks which existing secrets a setting can use.
 */
export function checkListenerSettings(
  settings: WantedSettings,
): { setting: (typeof templatedSettings)[number]; message: string }[] {
  return templatedSettings.flatMap((setting) => {
    const source = settings[setting];
    if (source === undefined || source === null) return [];
    const compiled = compileTemplate(source, { profile: 'setting', secrets: true });
    if (compiled.ok) return [];
    return compiled.problems.map(({ line, column, message, suggestion = '' }) => ({
      setting,
      message: `line ${line}, column ${column}: ${message} ${suggestion}`.trim(),
    }));
  });
}

const template = z.string().max(16_384);

const fields = {
  add_authentication: z.boolean().optional(),
  endpoint_key: template.optional(),
  endpoint_secret: template.optional(),
  allow_cors: z.boolean().optional(),
  cors_domains: template.optional(),
  respond_with: z.enum(responses).optional(),
  idempotency_header: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be the name of a header')
    .optional(),
};

/** Omitted settings stay unchanged. An error names the position of a template that doesn't compile. */
export const listenerSettings = z.strictObject(fields).superRefine(refuseBrokenTemplates);

/** Null removes key and secret; with the token check on, new ones are generated. */
export const changedSettings = z
  .strictObject({
    ...fields,
    endpoint_key: template.nullable().optional(),
    endpoint_secret: template.nullable().optional(),
  })
  .superRefine(refuseBrokenTemplates);

function refuseBrokenTemplates(
  settings: Parameters<typeof checkListenerSettings>[0],
  context: z.core.$RefinementCtx,
): void {
  for (const { setting, message } of checkListenerSettings(settings)) {
    context.addIssue({ code: 'custom', path: [setting], message });
  }
}
