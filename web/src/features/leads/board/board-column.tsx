import { Skeleton, Text } from '@mantine/core';
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ValueChip } from '../../../components/chips/value-chip.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { MoreButton } from '../../../components/page/more-button.tsx';
import { boardTexts } from '../../../texts/leads/board.ts';
import type { Lead } from '../field.ts';
import type { LeadView } from '../view/lead-view.ts';
import classes from './board.module.css';
import { useColumn } from './board-columns.ts';
import { LeadCard } from './lead-card.tsx';

/** The card that the user drags. Only its own page can read it while it is dragged. */
let dragged: Lead | undefined;

/** The card that was moved last, and the column where it appears once the change is saved. */
export interface Moved {
  readonly lead: number;
  readonly status: string | null;
}

/** The leads with one status. */
export function BoardColumn({
  view,
  status,
  statuses,
  moved,
  onMove,
}: {
  view: LeadView;
  /** Null for leads without a status. */
  status: string | null;
  statuses: readonly (string | null)[];
  moved: RefObject<Moved | undefined>;
  onMove: (lead: Lead, to: string | null) => void;
}) {
  const { pages, leads, total } = useColumn(view, status);
  const [isTarget, setTarget] = useState(false);
  const section = useRef<HTMLElement>(null);
  // A moved card keeps the focus in its new column. For a moment it is also still in the old one.
  useEffect(() => {
    const id = moved.current?.status === status ? moved.current.lead : undefined;
    if (!leads.some((lead) => lead.id === id)) return;
    moved.current = undefined;
    section.current?.querySelector<HTMLElement>(`#card-${id}`)?.focus();
  }, [moved, leads, status]);
  const onDragOver = (event: DragEvent) => {
    if (!dragged) return;
    event.preventDefault();
    setTarget(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setTarget(false);
    if (dragged) onMove(dragged, status);
  };
  const name = status ?? boardTexts.noStatus;
  return (
    <section
      ref={section}
      className={classes.column}
      aria-label={boardTexts.column(name)}
      data-target={isTarget || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setTarget(false)}
      onDrop={onDrop}
    >
      <h2 className={classes.head}>
        {status === null ? boardTexts.noStatus : <ValueChip value={status} />}
        {total && <span className={classes.count}>{boardTexts.count(total.count, total.isExact)}</span>}
      </h2>
      <Loaded result={pages} placeholder={<Skeleton height={72} radius="md" />}>
        {() => (
          <ul className={classes.cards}>
            {leads.map((lead) => (
              <LeadCard
                key={lead.id}
                lead={lead}
                status={status}
                statuses={statuses}
                onMove={(to) => onMove(lead, to)}
                onDrag={(isDragged) => {
                  dragged = isDragged ? lead : undefined;
                }}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {total?.count === 0 && (
        <Text size="xs" c="dimmed" ta="center" py="md">
          {boardTexts.empty}
        </Text>
      )}
      <MoreButton pages={pages} />
    </section>
  );
}
