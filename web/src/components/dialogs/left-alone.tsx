import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { leadsTexts } from '../../texts/leads/leads.ts';
import { undoTexts as texts } from '../../texts/undo.ts';
import { escapeBidi } from '../values/escape-bidi.ts';
import { Moment } from '../values/moment.tsx';

/** Lists what an undo leaves alone, why, and who changed it since. */
export const LeftAlone = ({
  entries,
  total,
}: {
  entries: ApiResponse<'POST /leads/undo/preview'>['first']['left_alone'];
  /** How many there are, including those that aren't shown. */
  total: number;
}) =>
  entries.length > 0 && (
    <div>
      <Table aria-label={texts.leftTitle} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={1}>{texts.lead}</Table.Th>
            <Table.Th w={1}>{texts.field}</Table.Th>
            <Table.Th>{texts.why}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map(({ lead_id, field, reason, changed_by, changed_at }) => (
            <Table.Tr key={`${lead_id} ${field}`}>
              <Table.Td valign="top" style={{ whiteSpace: 'nowrap' }}>
                <Anchor component={Link} to={`/leads/${lead_id}`} size="sm">
                  {leadsTexts.unnamed(lead_id)}
                </Anchor>
              </Table.Td>
              <Table.Td valign="top" style={{ whiteSpace: 'nowrap' }}>
                {field ?? texts.whole}
              </Table.Td>
              <Table.Td valign="top">
                {escapeBidi(reason)}{' '}
                {changed_by !== null && (
                  <Text span size="sm" c="dimmed">
                    {escapeBidi(changed_by)}
                    {changed_at !== null && (
                      <>
                        , <Moment at={changed_at} />
                      </>
                    )}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > entries.length && (
        <Text size="sm" c="dimmed">
          {texts.more(total - entries.length)}
        </Text>
      )}
    </div>
  );
