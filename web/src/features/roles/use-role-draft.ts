import { useState } from 'react';
import type { Permission, Role } from './role.ts';
import { onTop, roleChanges } from './role-changes.ts';

/**
 * Keeps the state of a role that is being edited. `seen` is the version that editing started from, and `wanted` is the edited version.
 * When another user saves the role, the draft adopts that version if it has no unsaved changes. Otherwise it reports a conflict.
 */
export function useRoleDraft(present: Role, permissions: readonly Permission[]) {
  const [draft, setDraft] = useState({ seen: present, wanted: present });
  const differ = (one: Role, other: Role) => roleChanges(one, other, permissions);
  const { seen, wanted } = draft;
  const changes = differ(seen, wanted);
  const theirChanges = differ(seen, present);
  const isSettled = changes.length === 0 || differ(present, wanted).length === 0;
  if (theirChanges.length > 0 && isSettled) setDraft({ seen: present, wanted: present });
  return {
    seen,
    wanted,
    /** The unsaved changes. */
    changes,
    /** Another user's conflicting changes. */
    conflicts: isSettled ? [] : theirChanges,
    change: (wanted: Role) => setDraft({ seen, wanted }),
    /** Applies the unsaved changes to the other user's version. */
    keepMine: () => setDraft({ seen: present, wanted: onTop(seen, wanted, present, permissions) }),
    takeTheirs: () => setDraft({ seen: present, wanted: present }),
  };
}
