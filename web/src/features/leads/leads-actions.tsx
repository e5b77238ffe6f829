import { Button } from '@mantine/core';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { leadsTexts } from '../../texts/leads.ts';
import { ExportDialog } from './files/export-dialog.tsx';
import type { Total } from './use-total.ts';
import type { LeadView } from './view/lead-view.ts';

/** The actions that the user's role allows: import, export and create. */
export function LeadsActions({
  view,
  columns,
  total,
}: {
  view: LeadView;
  columns: readonly string[];
  total: Total;
}) {
  const may = useMay();
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <Button component={Link} to="/leads/jobs" variant="subtle">
        {leadsTexts.jobs}
      </Button>
      {may('leads.export') && (
        <Button variant="default" leftSection={<IconDownload size={14} />} onClick={() => setExporting(true)}>
          {leadsTexts.exportView}
        </Button>
      )}
      {may('leads.import') && (
        <Button component={Link} to="/leads/import" variant="default" leftSection={<IconUpload size={14} />}>
          {leadsTexts.importFile}
        </Button>
      )}
      {may('leads.create') && (
        <Button component={Link} to="/leads/new" leftSection={<IconPlus size={14} />}>
          {leadsTexts.add}
        </Button>
      )}
      <ExportDialog
        view={view}
        columns={columns}
        total={total}
        isOpen={isExporting}
        onClose={() => setExporting(false)}
      />
    </>
  );
}
