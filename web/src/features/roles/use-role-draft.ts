import { useState } from 'react';
import type { Permission, Role } from './role.ts';
import { onTop, roleChanges } from './role-changes.ts';

/**
 * A role that is being changed: as it was seen when that began, and as it is wanted. What others make of it meanwhile is taken
 * over at once while nothing is changed here, and shown otherwise.
 */
export function useRoleDraft(present: Role, permissions: readonly Permission[]) {
  const [draft, setDraft] = useState({ seen: present, wanted: present });
  const differ = (one: Role, other: Role) => roleChanges(one, other, permissions);
  const { seen, wanted } = draft;
  const changes = differ(seen, wanted);
  const meanwhile = differ(seen, present);
  const isSettled = changes.length === 0 || differ(present, wanted).length === 0;
  if (meanwhile.length > 0 && isSettled) setDraft({ seen: present, wanted: present });
  return {
    seen,
    wanted,
    /** What is changed here. */
    changes,
    /** What somebody else changed since. */
    meanwhile: isSettled ? [] : meanwhile,
    change: (wanted: Role) => setDraft({ seen, wanted }),
    /** Keeps what is changed here, on top of what it is now. */
    keepMine: () => setDraft({ seen: present, wanted: onTop(seen, wanted, present, permissions) }),
    takeTheirs: () => setDraft({ seen: present, wanted: present }),
  };
}
