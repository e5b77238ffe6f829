import { Paper, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { leadTexts } from '../../../texts/leads/lead.ts';
import type { Lead } from '../field.ts';
import { FieldFilter, LeadHistory, useLeadHistory } from './lead-history.tsx';
import { LeadRuns, runsOfLead } from './lead-runs.tsx';
import classes from './record.module.css';

/** What happened to a lead: its history, and the runs that changed it. */
export function LeadActivity({ id, lead }: { id: number; lead: Lead | undefined }) {
  const may = useMay();
  const mayViewRuns = may('runs.view');
  const runs = useQuery({ ...runsOfLead(id), enabled: mayViewRuns });
  const history = useLeadHistory(id);
  const [tab, setTab] = useState<string | null>('history');
  const [only, setOnly] = useState('');
  return (
    <Paper withBorder component="section" aria-label={leadTexts.activity}>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <div className={classes.strip}>
          <Tabs.List className={classes.tabs ?? ''}>
            <Tabs.Tab value="history" className={classes.tab ?? ''}>
              {leadTexts.history}
            </Tabs.Tab>
            {mayViewRuns && (
              <Tabs.Tab
                value="runs"
                className={classes.tab ?? ''}
                rightSection={
                  runs.data &&
                  runs.data.runs.length > 0 && <span className={classes.count}>{runs.data.runs.length}</span>
                }
              >
                {leadTexts.runs}
              </Tabs.Tab>
            )}
          </Tabs.List>
          {tab === 'history' && <FieldFilter history={history} only={only} onChange={setOnly} />}
        </div>
        <Tabs.Panel value="history" className={classes.panel}>
          <LeadHistory history={history} only={only} lead={lead} />
        </Tabs.Panel>
        {mayViewRuns && (
          <Tabs.Panel value="runs" className={classes.panel}>
            <Text size="xs" c="dimmed" mb="xs">
              {leadTexts.runsHelp}
            </Text>
            <LeadRuns id={id} />
          </Tabs.Panel>
        )}
      </Tabs>
    </Paper>
  );
}
