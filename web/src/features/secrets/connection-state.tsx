import { StateChip } from '../../components/chips/state-chip.tsx';
import { connectionsTexts as texts } from '../../texts/secrets/connections.ts';
import type { Connection } from './connection.ts';

/** Whether a connection can be used. Only with the authorization code grant, an administrator has to sign in to the other service. */
export function ConnectionState({ connected }: Pick<Connection, 'connected'>) {
  if (connected === null) return <StateChip tone="good">{texts.ready}</StateChip>;
  return connected ? (
    <StateChip tone="good">{texts.connected}</StateChip>
  ) : (
    <StateChip tone="waiting">{texts.notConnected}</StateChip>
  );
}
