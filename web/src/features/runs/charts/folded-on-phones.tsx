import { IconChartBar, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import classes from '../list/run-list.module.css';

/** On a phone, a line that opens its content, so that the list below comes first. */
export function FoldedOnPhones({ summary, children }: { summary: string; children: ReactNode }) {
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow) return children;
  return (
    <details className={classes.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <IconChartBar size={16} stroke={1.75} aria-hidden />
        {summary}
        <IconChevronRight size={14} aria-hidden className={classes.arrow} />
      </summary>
      {isOpen && children}
    </details>
  );
}
