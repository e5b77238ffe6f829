import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { escapeBidi } from '../values/escape-bidi.ts';

const { workflowChoice: texts } = sharedTexts;

/** Filters a list by workflow. */
export function WorkflowChoice({
  workflow,
  onChoose,
  isLabelHidden = false,
}: {
  workflow: number | undefined;
  onChoose: (workflow: number | undefined) => void;
  /** Whether only screen readers get the label, because the row has no labels. */
  isLabelHidden?: boolean;
}) {
  const { data } = useQuery(query('GET /workflows', { query: {} }));
  const listed = (data?.workflows ?? []).map(({ id, name }) => ({
    value: String(id),
    label: escapeBidi(name),
  }));
  const chosen = workflow === undefined ? '' : String(workflow);
  // Only the first 100 workflows are listed, but a link can contain the ID of any workflow.
  const isListed = chosen === '' || listed.some(({ value }) => value === chosen);
  return (
    <NativeSelect
      {...(isLabelHidden ? { 'aria-label': texts.label } : { label: texts.label })}
      value={chosen}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : Number(value))}
      data={[
        { value: '', label: texts.all },
        ...(isListed ? [] : [{ value: chosen, label: texts.other(chosen) }]),
        ...listed,
      ]}
      maw={{ sm: 260 }}
    />
  );
}
