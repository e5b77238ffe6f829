import { Button } from '@mantine/core';
import { useState } from 'react';
import { showFailure } from '../../components/notices/notify.ts';
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
    <Button variant="default" disabled={isEmpty || read !== undefined} onClick={() => void download()}>
      {read === undefined ? auditTexts.download : auditTexts.downloading(read)}
    </Button>
  );
}
