import { Alert, Button, Group, List } from '@mantine/core';
import { rolesTexts } from '../../texts/roles.ts';

const texts = rolesTexts.page;

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <List size="sm" style={{ overflowWrap: 'anywhere' }}>
    {lines.map((line) => (
      <List.Item key={line}>{line}</List.Item>
    ))}
  </List>
);

/** Summarizes the unsaved changes, and how many users they affect. */
export const Changes = ({ changes, users }: { changes: readonly string[]; users: number }) =>
  changes.length > 0 && (
    <Alert
      role="status"
      color="yellow"
      title={users === 0 ? texts.changesWithoutUsers : texts.changes(users)}
    >
      <Lines lines={changes} />
    </Alert>
  );

/** Shows what another user changed in the role since it was opened, and how to resolve the conflict. */
export const RoleConflict = ({
  changes,
  onKeepMine,
  onTakeTheirs,
}: {
  changes: readonly string[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) =>
  changes.length === 0 ? null : (
    <Alert role="alert" color="red" title={texts.meanwhile}>
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
