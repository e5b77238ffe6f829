import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { CopyText } from '../../../components/values/copy-text.tsx';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { criteriaOf, defaultOrder, type LeadView } from './lead-view.ts';

const formats = ['curl', 'sdk', 'mcp'] as const;

/** Shows an API call that returns the same leads as the view, in several formats. */
export function CopyAs({ view }: { view: LeadView }) {
  const [format, setFormat] = useState<(typeof formats)[number]>('curl');
  const body = { ...criteriaOf(view), order: view.order ?? defaultOrder };
  const calls = useSuspenseQuery(query('POST /leads/calls', { body })).data;
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {leadsTexts.copyAsHelp}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={leadsTexts.copyAs}
        value={format}
        onChange={(chosen) => setFormat(chosen as typeof format)}
        data={formats.map((value) => ({ value, label: leadsTexts.ways[value] }))}
      />
      <CopyText text={calls[format]} isCode />
    </Stack>
  );
}
