import { Stack, Table, Text } from '@mantine/core';
import type { ApiResponse } from '../../api/call.ts';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { ChangedValue, SameValue } from '../../components/values/changed-value.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './audit.module.css';
import { shownName, shownValue } from './shown-value.ts';

const texts = auditTexts.entry;
type Viewed = ApiResponse<'GET /audit/:id'>;

/** A field's values before the change, after it, and now. A value is null if the item didn't exist at that time. */
interface FieldStates {
  readonly key: string;
  readonly name: string;
  readonly isChanged: boolean;
  readonly before: string | null;
  readonly after: string | null;
  readonly now: string | null;
}

/** A table of all of an item's fields before the change, after it, and now. */
export function EntryStates({ viewed }: { viewed: Viewed }) {
  const isNarrow = useNarrow();
  const fields = fieldsOf(viewed);
  if (fields.length === 0) return <Text size="sm">{texts.nothing}</Text>;
  return isNarrow ? <StateBlocks fields={fields} /> : <StateTable fields={fields} />;
}

function fieldsOf({ entry, before, after, now }: Viewed): FieldStates[] {
  const names = new Set([before, after, now].flatMap((state) => Object.keys(state ?? {})));
  const changed = new Set([...Object.keys(entry.old), ...Object.keys(entry.new)]);
  const valueIn = (state: Viewed['now'], key: string) =>
    state === null ? null : shownValue(key, state[key]);
  return [...names].map((key) => ({
    key,
    name: shownName(key),
    isChanged: changed.has(key),
    before: valueIn(before, key),
    after: valueIn(after, key),
    now: valueIn(now, key),
  }));
}

const StateTable = ({ fields }: { fields: readonly FieldStates[] }) => (
  <ScrollingTable label={sharedTexts.tableOf(texts.thing)} minWidth={560}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{auditTexts.field}</Table.Th>
        <Table.Th>{texts.before}</Table.Th>
        <Table.Th>{texts.after}</Table.Th>
        <Table.Th>{texts.now}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {fields.map(({ key, name, isChanged, before, after, now }) => (
        <Table.Tr key={key}>
          <Table.Th scope="row" fw={isChanged ? 600 : 400}>
            {name}
          </Table.Th>
          <Table.Td className={classes.value ?? ''}>{before ?? texts.notThere}</Table.Td>
          <Table.Td className={classes.value ?? ''} fw={isChanged ? 600 : 400}>
            {after ?? texts.deleted}
          </Table.Td>
          <Table.Td className={classes.value ?? ''}>{now ?? texts.deleted}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </ScrollingTable>
);

/** Shows unchanged values only once. */
const StateBlocks = ({ fields }: { fields: readonly FieldStates[] }) => (
  <Stack gap="sm">
    {fields.map(({ key, name, before, after, now }) => (
      <div key={key}>
        {before === after && before !== null ? (
          <SameValue name={name} value={before} />
        ) : (
          <ChangedValue name={name} before={before} after={after} />
        )}
        {now !== after && (
          <Text size="xs" className={classes.value ?? ''}>
            {texts.now}: {now ?? texts.deleted}
          </Text>
        )}
      </div>
    ))}
  </Stack>
);
