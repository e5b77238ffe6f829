import { StateChip } from '../../components/chips/state-chip.tsx';
import { connectionsTexts as texts } from '../../texts/secrets/connections.ts';
import { sharedTexts } from '../../texts/shared.ts';
import type { Connection } from './connection.ts';

/** Whether an administrator has signed in to the other service. Only the authorization code grant needs that. */
export function ConnectionState({ connected }: Pick<Connection, 'connected'>) {
  if (connected === null) return sharedTexts.nothing;
  return connected ? (
    <StateChip tone="good">{texts.connected}</StateChip>
  ) : (
    <StateChip tone="waiting">{texts.notConnected}</StateChip>
  );
}
