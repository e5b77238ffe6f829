import {
  IconApps,
  IconKey,
  IconPlugConnected,
  IconRobot,
  IconRoute,
  IconServer,
  IconTableImport,
  IconTerminal2,
} from '@tabler/icons-react';
import chips from '../../../components/chips/chip.module.css';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import type { HistoryEntry } from './group-history.ts';

/** How a change was made. A background job is recorded as the console with the job's ID. */
export const sourceOf = ({ means, user }: HistoryEntry): string => {
  if (means.type === 'ui' && means.id !== null) return 'job';
  return user === null ? 'system' : means.type;
};

const looks: Readonly<Record<string, { icon: typeof IconKey; color: string | undefined }>> = {
  job: { icon: IconTableImport, color: chips.lead },
  api_key: { icon: IconKey, color: chips.set },
  api_client: { icon: IconPlugConnected, color: chips.set },
  oauth_client: { icon: IconApps, color: chips.http },
  mcp: { icon: IconRobot, color: chips.branch },
  workflow: { icon: IconRoute, color: chips.workflow },
  apply: { icon: IconTerminal2, color: chips.set },
  command: { icon: IconTerminal2, color: chips.set },
  system: { icon: IconServer, color: chips.set },
};

/** The source of a change: the user's initials for the console, an icon for everything else. */
export function SourceIcon({ entry }: { entry: HistoryEntry }) {
  const look = looks[sourceOf(entry)];
  if (!look) return <PersonAvatar name={entry.user?.name ?? ''} size={24} />;
  const { icon: Icon, color } = look;
  return (
    <span className={`${chips.tile} ${color}`} style={{ width: 24, height: 24 }}>
      <Icon size={14} stroke={1.75} aria-hidden />
    </span>
  );
}
