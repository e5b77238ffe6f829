import { ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { StepTile } from '../../../../components/chips/step-tile.tsx';
import { valueTexts as texts } from '../../../../texts/workflows/template-values.ts';
import { useBuilderContext } from '../builder-context.ts';
import { moveFocus } from '../edit/move-focus.ts';
import type { LoopAround, StepPath } from '../step-tree.ts';
import { type DataGroup, type DataValue, dataGroups, sampleText } from './data-groups.ts';
import classes from './data-picker.module.css';

const maxShown = 60;

/** Lists the values that a field can use, with their values in the sample. Choosing one inserts it. */
export function DataPicker({
  path,
  loops,
  onPick,
}: {
  /** The field's path within the steps. */
  path: StepPath;
  loops: readonly LoopAround[];
  onPick: (value: string) => void;
}) {
  const context = useBuilderContext();
  const groups = dataGroups(context, path, loops);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([groups[0]?.label ?? '']));
  const search = typed.trim().toLowerCase();
  const found = groups
    .map((group) => ({ ...group, values: group.values.filter((value) => isMatch(group, value, search)) }))
    .filter(({ values }) => values.length > 0);
  const toggle = (label: string) => {
    const next = new Set(open);
    if (!next.delete(label)) next.add(label);
    setOpen(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside.
    <div onKeyDown={moveFocus}>
      <TextInput
        data-autofocus
        variant="unstyled"
        className={classes.search}
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const best = found[0]?.values[0];
          if (event.key !== 'Enter' || search === '' || !best) return;
          event.preventDefault();
          onPick(best.path);
        }}
      />
      <ScrollArea.Autosize mah={280} type="auto" className={classes.list}>
        {found.length === 0 && (
          <Text size="xs" c="dimmed" p="xs">
            {texts.none}
          </Text>
        )}
        {found.map((group) => (
          <Group
            key={`${group.type} ${group.label}`}
            group={group}
            isOpen={search !== '' || open.has(group.label)}
            onToggle={() => toggle(group.label)}
            onPick={onPick}
          />
        ))}
      </ScrollArea.Autosize>
    </div>
  );
}

const isMatch = (group: DataGroup, { label, path }: DataValue, search: string): boolean =>
  `${group.label} ${label} ${path}`.toLowerCase().includes(search);

function Group({
  group: { type, label, values },
  isOpen,
  onToggle,
  onPick,
}: {
  group: DataGroup;
  isOpen: boolean;
  onToggle: () => void;
  onPick: (path: string) => void;
}) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <UnstyledButton className={classes.group} aria-expanded={isOpen} onClick={onToggle}>
        <Chevron size={13} aria-hidden />
        <StepTile type={type} size={20} />
        <span className={classes.label}>{label}</span>
        {!isOpen && <span className={classes.sample}>{texts.count(values.length)}</span>}
      </UnstyledButton>
      {isOpen &&
        values.slice(0, maxShown).map(({ path, label: name, depth, value }) => (
          <UnstyledButton
            key={path}
            className={classes.value}
            style={{ paddingLeft: 30 + depth * 14 }}
            onClick={() => onPick(path)}
          >
            <span className={classes.name}>{name}</span>
            <span className={classes.sample}>{sampleText(value)}</span>
          </UnstyledButton>
        ))}
      {isOpen && values.length > maxShown && (
        <Text size="xs" c="dimmed" pl={30}>
          {texts.more(values.length - maxShown)}
        </Text>
      )}
    </>
  );
}
