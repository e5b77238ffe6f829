import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode, IconDownload, IconHistory, IconUpload } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useMay } from '../../api/session.ts';
import { Loading } from '../../components/page/loading.tsx';
import { OverflowMenu } from '../../components/page/overflow-menu.tsx';
import { PageAction } from '../../components/page/page-action.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { leadsTexts } from '../../texts/leads/leads.ts';
import { ExportDialog } from './files/export-dialog.tsx';
import type { Total } from './use-total.ts';
import { CopyAs } from './view/copy-as.tsx';
import type { LeadView } from './view/lead-view.ts';

/** The actions that the user's role allows. All but the most important ones are in a menu. */
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
  const isNarrow = useNarrow();
  const [isExporting, exporting] = useDisclosure(false);
  const [isCopying, copying] = useDisclosure(false);
  return (
    <>
      {may('leads.import') && !isNarrow && (
        <PageAction label={leadsTexts.importFile} icon={IconUpload} isSecondary to="/leads/import" />
      )}
      <OverflowMenu
        items={[
          ...(may('leads.import')
            ? [{ label: leadsTexts.importLeads, icon: IconUpload, to: '/leads/import' }]
            : []),
          ...(may('leads.export')
            ? [{ label: leadsTexts.exportView, icon: IconDownload, onClick: exporting.open }]
            : []),
          { label: leadsTexts.jobs, icon: IconHistory, to: '/leads/jobs' },
          { label: leadsTexts.copyAs, icon: IconCode, onClick: copying.open },
        ]}
      />
      {may('leads.create') && <PageAction label={leadsTexts.add} to="/leads/new" />}
      <Modal opened={isCopying} onClose={copying.close} title={leadsTexts.copyAs} size="lg">
        <Suspense fallback={<Loading />}>
          <CopyAs view={view} />
        </Suspense>
      </Modal>
      <ExportDialog
        view={view}
        columns={columns}
        total={total}
        isOpen={isExporting}
        onClose={exporting.close}
      />
    </>
  );
}
