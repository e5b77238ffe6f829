import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Says how many rows came on top of a list that grows by itself, for who does not see it grow. */
export function LiveNews({ ids, say }: { ids: readonly string[]; say: (count: number) => string }) {
  const known = useRef<ReadonlySet<string>>(undefined);
  const [news, setNews] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = new Set(ids);
    if (!before) return;
    const firstKnown = ids.findIndex((id) => before.has(id));
    const fresh = firstKnown === -1 ? ids.length : firstKnown;
    if (fresh > 0) setNews(say(fresh));
  }, [ids, say]);
  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}
