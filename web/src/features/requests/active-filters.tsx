import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { requestsTexts } from '../../texts/runs/requests.ts';
import classes from './requests.module.css';
import type { RequestSearch, SearchChange } from './search.ts';

const { filters: texts, reasons } = requestsTexts;
const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The filters that the list's other controls don't show. A click removes one. */
export function ActiveFilters({
  search: { method, status, reason, from, to },
  onChange,
}: {
  search: RequestSearch;
  onChange: (part: SearchChange) => void;
}) {
  const filters: [label: string, off: SearchChange][] = [];
  if (from !== undefined && to !== undefined)
    filters.push([clock.formatRange(from, to), { from: undefined, to: undefined }]);
  if (method) filters.push([method, { method: undefined }]);
  if (status) filters.push([texts.statusClass(status), { status: undefined }]);
  if (reason) filters.push([reasons[reason] ?? reason, { reason: undefined }]);
  if (filters.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={texts.active}>
      {filters.map(([label, off]) => (
        <li key={label}>
          <UnstyledButton
            className={classes.removable}
            aria-label={texts.remove(label)}
            onClick={() => onChange(off)}
          >
            {label}
            <IconX size={12} stroke={2} aria-hidden />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
