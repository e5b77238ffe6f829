import { useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { showSuccess } from '../../../components/notices/notify.ts';
import { listenerSettingsTexts } from '../../../texts/listeners/listener-settings.ts';
import type { ShownListener } from '../listener.ts';

type Signature = ShownListener['settings']['signature'];

/** The settings as shown in the form. */
export type SettingsDraft = ShownListener['settings'] & {
  readonly endpoint_key: string;
  readonly endpoint_secret: string;
  /** A new secret for signatures. Empty keeps the present one. */
  readonly signature_secret: string;
  /** Whether the present secret stays valid next to the new one. */
  readonly keeps_old_secret: boolean;
};
export type ChangeDraft = (part: Partial<SettingsDraft>) => void;

const draftOf = ({ settings, credentials }: ShownListener): SettingsDraft => ({
  ...settings,
  endpoint_key: credentials?.endpoint_key ?? '',
  endpoint_secret: credentials?.endpoint_secret ?? '',
  signature_secret: '',
  keeps_old_secret: false,
});

/** Returns the signature settings to send. Without a new secret, the server keeps the present one. */
function wantedSignature(
  { signature, signature_secret: secret, keeps_old_secret: keepsOld }: SettingsDraft,
  old: readonly string[],
): Signature & { secret?: string[] } {
  if (secret === '') return signature;
  return { ...signature, secret: keepsOld ? [secret, ...old.slice(0, 1)] : [secret] };
}

/** Unsaved changes to a listener's settings. */
export function useSettingsDraft(listener: ShownListener) {
  const stored = draftOf(listener);
  const [edited, setEdited] = useState<Partial<SettingsDraft>>({});
  const draft: SettingsDraft = { ...stored, ...edited };
  const changed = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => stored[name as keyof SettingsDraft] !== value),
  );
  const save = useChange('PATCH /workflows/:id/listener', ['GET /workflows/:id/listener']);
  return {
    draft,
    isChanged: Object.keys(changed).length > 0,
    isSaving: save.isPending,
    error: save.error,
    change: ((part) => setEdited((before) => ({ ...before, ...part }))) as ChangeDraft,
    undo: () => setEdited({}),
    submit: async () => {
      const { signature_secret: _, keeps_old_secret: __, signature: ___, ...others } = changed;
      const hasNewSignature = 'signature' in changed || 'signature_secret' in changed;
      const signature = wantedSignature(draft, listener.credentials?.signature_secrets ?? []);
      await save.mutateAsync({
        params: { id: listener.workflow.id },
        body: { ...others, ...(hasNewSignature && { signature }) },
      });
      setEdited({});
      showSuccess(listenerSettingsTexts.saved);
    },
  };
}
