import { Switch } from '@mantine/core';
import { useChange } from '../../api/queries.ts';
import { tellDone, tellFailure } from '../../components/tell.ts';
import { listenersTexts as texts } from '../../texts/listeners.ts';
import type { ShownListener } from './listener.ts';

/** A listener is switched with its workflow. */
export function ListenerSwitch({ listener }: { listener: ShownListener }) {
  const change = useChange('PATCH /workflows/:id', ['GET /workflows/:id/listener', 'GET /workflows']);
  const turn = (enabled: boolean) =>
    change
      .mutateAsync({ params: { id: listener.workflow.id }, body: { enabled } })
      .then(() => tellDone(enabled ? texts.switchedOn : texts.switchedOff))
      .catch(tellFailure);
  return (
    <Switch
      label={texts.switch}
      checked={listener.is_switched_on}
      disabled={change.isPending}
      onChange={({ currentTarget }) => void turn(currentTarget.checked)}
    />
  );
}
