import { SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { SettingRows } from '../../components/settings/setting-rows.tsx';
import { rolesTexts } from '../../texts/roles.ts';
import { type Choice, choices, chosen, groupsOf, isIdle } from './permission-words.ts';
import type { Permission, Role } from './role.ts';
import classes from './roles.module.css';

const { page: texts, reaches: names } = rolesTexts;
type Held = Role['permissions'];

interface PermissionFieldsProps {
  readonly permissions: readonly Permission[];
  readonly held: Held;
  readonly isAdmin: boolean;
  readonly onChange: (held: Held) => void;
}

/**
 * Inputs for a role's permissions by group (spec/rest-api §7). Each permission is a row with a switch or a choice,
 * such as none, own or all. Administrators pass every check, so their role has no inputs.
 */
export function PermissionFields({ permissions, held, isAdmin, onChange }: PermissionFieldsProps) {
  if (isAdmin) return <Text size="sm">{texts.passes}</Text>;
  const groups = groupsOf(permissions);
  // The first group with a choice explains it.
  const first = (kind: Permission['value']) =>
    groups.findIndex(([, ofGroup]) => ofGroup.some(({ value }) => value === kind));
  const about = new Map([
    [first('reach'), texts.reachHelp],
    [first('write'), texts.writeHelp],
  ]);
  return (
    <Stack gap="lg">
      {groups.map(([group, ofGroup], index) => (
        <SettingRows key={group} title={group} about={about.get(index) ?? ''}>
          {ofGroup.map((permission) => (
            <Field
              key={permission.key}
              permission={permission}
              value={held[permission.key]}
              isDisabled={isIdle(held, permission)}
              onChange={(value) => onChange({ ...held, [permission.key]: value })}
            />
          ))}
        </SettingRows>
      ))}
    </Stack>
  );
}

function Field({
  permission: { label, value: kind },
  value,
  isDisabled,
  onChange,
}: {
  permission: Permission;
  value: Held[keyof Held];
  isDisabled: boolean;
  onChange: (value: boolean | Choice) => void;
}) {
  if (kind === 'switch') {
    return (
      <Switch
        className={classes.row ?? ''}
        classNames={{ body: classes.switch ?? '' }}
        labelPosition="left"
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  return (
    <div className={classes.row}>
      {/* The control has the same name. */}
      <span aria-hidden>{label}</span>
      <SegmentedControl
        aria-label={label}
        disabled={isDisabled}
        value={isDisabled ? 'none' : chosen(kind, value)}
        data={choices[kind].values.map((choice) => ({ value: choice, label: names[choice] }))}
        onChange={(picked) => onChange(chosen(kind, picked as Choice))}
      />
    </div>
  );
}
