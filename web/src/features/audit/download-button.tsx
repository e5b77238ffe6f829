import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { showFailure } from '../../components/notices/notify.ts';
import { PageAction } from '../../components/page/page-action.tsx';
import { auditTexts } from '../../texts/audit.ts';
import type { AuditSearch } from './audit-search.ts';
import { downloadAudit } from './download-audit.ts';

/** A button that downloads all entries that match the filter. It fetches them page by page and shows the progress. */
export function DownloadButton({ search, isEmpty }: { search: AuditSearch; isEmpty: boolean }) {
  const [read, setRead] = useState<number>();
  const download = async () => {
    setRead(0);
    await downloadAudit(search, setRead).catch(showFailure);
    setRead(undefined);
  };
  return (
    <PageAction
      label={read === undefined ? auditTexts.download : auditTexts.downloading(read)}
      icon={IconDownload}
      isSecondary
      isDisabled={isEmpty || read !== undefined}
      onClick={() => void download()}
    />
  );
}
