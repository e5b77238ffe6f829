import { useRef } from 'react';
import { ValueChip } from '../../../components/chips/value-chip.tsx';
import { showFailure } from '../../../components/notices/notify.ts';
import { Loading } from '../../../components/page/loading.tsx';
import { boardTexts } from '../../../texts/leads/board.ts';
import { useLeadEdit } from '../edit/use-lead-edit.ts';
import { fieldText, type Lead, useLeadForm } from '../field.ts';
import type { LeadView } from '../view/lead-view.ts';
import classes from './board.module.css';
import { BoardColumn, type Moved } from './board-column.tsx';
import { useStatuses } from './board-columns.ts';

/** The leads as cards, in a column for each status. Users move a card by dragging it, or with its menu. */
export function LeadBoard({ view }: { view: LeadView }) {
  const statuses = useStatuses();
  const { byAlias } = useLeadForm();
  const save = useLeadEdit();
  const board = useRef<HTMLElement>(null);
  const moved = useRef<Moved>(undefined);
  if (!statuses) return <Loading />;
  const move = async (lead: Lead, status: string | null) => {
    const field = byAlias.get('status');
    if (!field || fieldText(lead.status) === (status ?? '')) return;
    moved.current = { lead: lead.id, status };
    await save(lead, field, status).catch(showFailure);
  };
  const show = (index: number) =>
    board.current?.children[index]?.scrollIntoView({ inline: 'start', block: 'nearest' });
  return (
    <>
      <nav className={classes.jump} aria-label={boardTexts.columns}>
        {statuses.map((status, index) => (
          <button key={status} type="button" className={classes.jumpTo} onClick={() => show(index)}>
            {status === null ? boardTexts.noStatus : <ValueChip value={status} />}
          </button>
        ))}
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the board sideways */}
      <section ref={board} className={classes.board} aria-label={boardTexts.board} tabIndex={0}>
        {statuses.map((status) => (
          <BoardColumn
            key={status}
            view={view}
            status={status}
            statuses={statuses}
            moved={moved}
            onMove={(lead, to) => void move(lead, to)}
          />
        ))}
      </section>
    </>
  );
}
