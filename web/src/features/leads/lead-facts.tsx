import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { leadsTexts, leadTexts } from '../../texts/leads.ts';
import { type Field, fieldText, type Lead, useLeadForm } from './field.ts';
import { typeOf } from './field-types.ts';
import classes from './lead.module.css';

/** A lead's fields. Empty fields are hidden until the user asks for them. */
export function LeadFacts({ lead }: { lead: Lead }) {
  const { fields } = useLeadForm();
  const [isAll, { toggle }] = useDisclosure(false);
  const shown = fields.filter(({ alias }) => alias !== 'owner_id');
  const filled = shown.filter(({ alias }) => fieldText(lead[alias]) !== '');
  const empty = shown.length - filled.length;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} component="dl" m={0} spacing="lg" verticalSpacing="sm">
        {(isAll ? shown : filled).map((field) => (
          <div key={field.alias} className={typeOf(field).isWide ? classes.wide : undefined}>
            <Text component="dt" size="xs" c="dimmed">
              {field.label}
            </Text>
            <Text component="dd" size="sm" m={0} dir="auto" className={classes.value}>
              <Shown field={field} value={lead[field.alias]} />
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {/* The negative margin offsets the button's padding, which aligns its label with the values. */}
      {empty > 0 && !isAll && (
        <Button variant="subtle" size="xs" ml={{ base: 0, sm: -14 }} w="fit-content" onClick={toggle}>
          {leadTexts.emptyFields(empty)}
        </Button>
      )}
    </Stack>
  );
}

function Shown({ field, value }: { field: Field; value: unknown }) {
  const text = fieldText(value);
  const { Value } = typeOf(field);
  return text === '' ? leadsTexts.empty : <Value value={value} text={text} />;
}
