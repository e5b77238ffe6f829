import { useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { showSuccess } from '../../../components/notices/notify.ts';
import { listenersTexts } from '../../../texts/listeners.ts';
import type { ShownListener } from '../listener.ts';

/** The settings as shown in the form. */
export type SettingsDraft = ShownListener['settings'] & {
  readonly endpoint_key: string;
  readonly endpoint_secret: string;
};
export type ChangeDraft = (part: Partial<SettingsDraft>) => void;

const draftOf = ({ settings, credentials }: ShownListener): SettingsDraft => ({
  ...settings,
  endpoint_key: credentials?.endpoint_key ?? '',
  endpoint_secret: credentials?.endpoint_secret ?? '',
});

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
      await save.mutateAsync({ params: { id: listener.workflow.id }, body: changed });
      setEdited({});
      showSuccess(listenersTexts.settings.saved);
    },
  };
}
