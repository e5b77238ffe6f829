import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { rolesTexts } from '../../texts/roles.ts';
import { chosen, type Held, wordOf } from './permission-words.ts';
import type { Permission } from './role.ts';
import classes from './roles.module.css';

/** A permission's value: a check or a dash, or which records it covers. Screen readers get the word. */
export function PermissionCell({ permission, held }: { permission: Pick<Permission, 'value'>; held: Held }) {
  const choice = permission.value === 'switch' ? 'none' : chosen(permission.value, held);
  return (
    <>
      <VisuallyHidden>{wordOf(permission, held)}</VisuallyHidden>
      {choice === 'none' ? (
        <Mark isOn={held === true} />
      ) : (
        <span className={classes.reach} data-all={choice === 'all' || undefined} aria-hidden>
          {rolesTexts.reaches[choice]}
        </span>
      )}
    </>
  );
}

const Mark = ({ isOn }: { isOn: boolean }) =>
  isOn ? (
    <IconCheck className={classes.yes ?? ''} size={18} stroke={2} aria-hidden />
  ) : (
    <IconMinus className={classes.no ?? ''} size={18} stroke={1.75} aria-hidden />
  );
