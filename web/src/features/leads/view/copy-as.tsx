import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { CopyText } from '../../../components/values/copy-text.tsx';
import { leadsTexts } from '../../../texts/leads.ts';
import { chosenOf, type LeadView, usualOrder } from './lead-view.ts';

const ways = ['curl', 'sdk', 'mcp'] as const;

/** The view as a program would ask for it. */
export function CopyAs({ view }: { view: LeadView }) {
  const [way, setWay] = useState<(typeof ways)[number]>('curl');
  const body = { ...chosenOf(view), order: view.order ?? usualOrder };
  const calls = useSuspenseQuery(query('POST /leads/calls', { body })).data;
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {leadsTexts.copyAsHelp}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={leadsTexts.copyAs}
        value={way}
        onChange={(chosen) => setWay(chosen as typeof way)}
        data={ways.map((value) => ({ value, label: leadsTexts.ways[value] }))}
      />
      <CopyText text={calls[way]} />
    </Stack>
  );
}
