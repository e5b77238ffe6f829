import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Announces to screen readers how many rows a live list has gained. */
export function NewRowsAnnouncer({ ids, say }: { ids: readonly string[]; say: (count: number) => string }) {
  const lastIds = useRef<ReadonlySet<string>>(undefined);
  const [message, setMessage] = useState('');
  useEffect(() => {
    const before = lastIds.current;
    lastIds.current = new Set(ids);
    if (!before) return;
    const firstKnown = ids.findIndex((id) => before.has(id));
    const added = firstKnown === -1 ? ids.length : firstKnown;
    if (added > 0) setMessage(say(added));
  }, [ids, say]);
  return <VisuallyHidden role="status">{message}</VisuallyHidden>;
}
