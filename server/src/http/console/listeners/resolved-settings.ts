import { may } from '../../../core/access/index.ts';
import {
  listenerUrl,
  resolveSettings,
  signsWithSecrets,
  verifiesWithSecrets,
} from '../../../core/listeners/index.ts';
import { openListener } from '../../../core/workflows/index.ts';
import { HarkError } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import type { Caller } from '../operation.ts';

/** What a test signs or verifies with the listener's secrets. */
const usesSecrets = { token: signsWithSecrets, signature: verifiesWithSecrets } as const;

/**
 * Returns the listener's current settings. Throws unless the caller has this permission for the workflow. Users who
 * can edit a workflow see the source of its templates, but never a workspace secret's value.
 */
export async function resolvedOf(
  { context, principal }: Caller,
  workflow: number,
  act: 'workflows.view' | 'listeners.view_secret',
  tested?: keyof typeof usesSecrets,
) {
  const { listener } = await openListener(context, principal, workflow as WorkflowId, act);
  const isGuarded = tested !== undefined && usesSecrets[tested](listener.openSettings());
  if (isGuarded && !may(principal, 'secrets.manage')) throw notWithSecrets();
  const { settings } = await resolveSettings(context, principal.workspace.id, listener);
  return { settings, now: context.clock.now(), url: listenerUrl(principal.workspace, listener) };
}

const notWithSecrets = () =>
  new HarkError(
    'forbidden',
    'signs_with_secrets',
    "This listener's key or secret uses workspace secrets, so only administrators can sign or check requests with it.",
  );
