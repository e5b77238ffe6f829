import { Table, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { tokensTexts } from '../../../texts/listeners/tokens.ts';

const { outcomes } = tokensTexts.debugger;
type Outcome = keyof typeof outcomes;

interface ExplainedCheck {
  readonly title: string;
  readonly outcome: Outcome;
  /** Why the check failed, or a note; may be empty. */
  readonly text: string;
}

/** The checks of a token or a signature in the order in which they run. */
export const ExplainedChecks = ({ checks }: { checks: readonly ExplainedCheck[] }) => (
  <Table verticalSpacing="xs">
    <Table.Tbody>
      {checks.map(({ title, outcome, text }) => (
        <Table.Tr key={title} {...(outcome === 'not_made' ? { c: 'dimmed' } : {})}>
          <Table.Td w={28} pr={0} style={{ verticalAlign: 'top' }}>
            <OutcomeMark outcome={outcome} />
          </Table.Td>
          <Table.Td>
            <Text size="sm" fw={outcome === 'failed' ? 650 : 400} inherit>
              {title}
            </Text>
            {text !== '' && <Text size="sm">{text}</Text>}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const Icon = { passed: IconCheck, failed: IconX, not_made: IconMinus }[outcome];
  const color = { passed: 'succeeded-solid', failed: 'failed-solid', not_made: 'text-3' }[outcome];
  return (
    <Icon
      size={18}
      color={`var(--${color})`}
      role="img"
      aria-label={outcomes[outcome]}
      style={{ display: 'block', flexShrink: 0, marginTop: 2 }}
    />
  );
}
