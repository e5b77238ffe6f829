import { Button } from '@mantine/core';
import { useState } from 'react';
import { tellFailure } from '../../components/notices/notify.ts';
import { auditTexts } from '../../texts/audit.ts';
import type { AuditSearch } from './audit-search.ts';
import { downloadAudit } from './download-audit.ts';

/** Takes along everything that fits the filter; a long audit is read in parts, and the button says how far it is. */
export function DownloadButton({ search, isEmpty }: { search: AuditSearch; isEmpty: boolean }) {
  const [read, setRead] = useState<number>();
  const download = async () => {
    setRead(0);
    await downloadAudit(search, setRead).catch(tellFailure);
    setRead(undefined);
  };
  return (
    <Button variant="default" disabled={isEmpty || read !== undefined} onClick={() => void download()}>
      {read === undefined ? auditTexts.download : auditTexts.downloading(read)}
    </Button>
  );
}
