import { Alert, Button, Group, List, Text } from '@mantine/core';
import { rolesTexts } from '../../texts/roles.ts';

const texts = rolesTexts.page;

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <List size="sm" style={{ overflowWrap: 'anywhere' }}>
    {lines.map((line) => (
      <List.Item key={line}>{line}</List.Item>
    ))}
  </List>
);

/** What a change means, and for how many people, before it is saved. */
export const Changes = ({
  changes,
  users,
  unchanged,
}: {
  changes: readonly string[];
  users: number;
  /** What is said while there is none. */
  unchanged: string;
}) =>
  changes.length === 0 ? (
    <Text size="sm" c="dimmed">
      {unchanged}
    </Text>
  ) : (
    <Alert
      role="status"
      color="yellow"
      variant="outline"
      title={users === 0 ? texts.changesForNobody : texts.changes(users)}
    >
      <Lines lines={changes} />
    </Alert>
  );

/** Two people change one role: what the other one did, and what to make of it. */
export const Meanwhile = ({
  changes,
  onKeepMine,
  onTakeTheirs,
}: {
  changes: readonly string[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) =>
  changes.length === 0 ? null : (
    <Alert role="alert" color="red" variant="outline" title={texts.meanwhile}>
      <Lines lines={changes} />
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={onKeepMine}>
          {texts.keepMine}
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          {texts.takeTheirs}
        </Button>
      </Group>
    </Alert>
  );
