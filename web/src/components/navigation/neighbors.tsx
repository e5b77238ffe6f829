import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import classes from './neighbors.module.css';

interface NeighborsProps<Id> {
  /** The items before and after the open one. Null at the list's start or end, undefined while they are loading. */
  readonly previous: Id | null | undefined;
  readonly next: Id | null | undefined;
  readonly labels: { readonly previous: string; readonly next: string };
  readonly onOpen: (id: Id) => void;
  /** Where the open item is in the list, such as "3 of 40". */
  readonly place?: string | undefined;
}

/** Opens the previous or the next item of the list that the user came from, with buttons or with K and J. */
export function Neighbors<Id>({ previous, next, labels, onOpen, place }: NeighborsProps<Id>) {
  const open = (id: Id | null | undefined) => {
    if (id !== null && id !== undefined) onOpen(id);
  };
  useHotkeys([
    ['k', () => open(previous)],
    ['j', () => open(next)],
  ]);
  return (
    <>
      {place !== undefined && (
        <Text span size="xs" c="dimmed" className={classes.place}>
          {place}
        </Text>
      )}
      <Step
        label={labels.previous}
        icon={IconChevronUp}
        isMissing={isMissing(previous)}
        onClick={() => open(previous)}
      />
      <Step
        label={labels.next}
        icon={IconChevronDown}
        isMissing={isMissing(next)}
        onClick={() => open(next)}
      />
    </>
  );
}

const isMissing = (id: unknown) => id === null || id === undefined;

const Step = ({
  label,
  icon: Icon,
  isMissing: isDisabled,
  onClick,
}: {
  label: string;
  icon: typeof IconChevronUp;
  isMissing: boolean;
  onClick: () => void;
}) => (
  <Tooltip label={label}>
    {/* A disabled button would lose the focus at the end of the list, and couldn't say what it does. */}
    <ActionIcon aria-label={label} aria-disabled={isDisabled} data-disabled={isDisabled} onClick={onClick}>
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  </Tooltip>
);
