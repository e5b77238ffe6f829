import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { leadsTexts } from '../../texts/leads/leads.ts';
import { isFiltered, type LeadView } from './view/lead-view.ts';

/** Explains why the list is empty, and what to do about it. */
export function NoLeads({ view, onClear }: { view: LeadView; onClear: () => void }) {
  const may = useMay();
  if (isFiltered(view))
    return (
      <EmptyState
        title={leadsTexts.noMatch}
        text={leadsTexts.noMatchHelp}
        action={
          <Button variant="default" onClick={onClear}>
            {leadsTexts.clearFilters}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      drawing="leads"
      title={leadsTexts.none}
      text={leadsTexts.noneHelp}
      action={
        may('leads.import') && (
          <Button component={Link} to="/leads/import">
            {leadsTexts.importLeads}
          </Button>
        )
      }
      guide="console/leads.md"
    />
  );
}
