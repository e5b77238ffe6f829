import { useRef, useState } from 'react';
import { ValueChip } from '../../../components/chips/value-chip.tsx';
import { useScrollingRow } from '../../../components/navigation/use-scrolling-row.ts';
import { showFailure } from '../../../components/notices/notify.ts';
import { Loaded } from '../../../components/page/loaded.tsx';
import { boardTexts } from '../../../texts/leads/board.ts';
import { useLeadEdit } from '../edit/use-lead-edit.ts';
import { fieldText, type Lead, useLeadForm } from '../field.ts';
import type { LeadView } from '../view/lead-view.ts';
import classes from './board.module.css';
import { BoardColumn, type Moved } from './board-column.tsx';
import { useColumn, useStatuses } from './board-columns.ts';

/** The leads as cards, in a column for each status. Users move a card by dragging it, or with its menu. */
export const LeadBoard = ({ view }: { view: LeadView }) => (
  <Loaded result={useStatuses()}>{(statuses) => <Columns view={view} statuses={statuses} />}</Loaded>
);

function Columns({ view, statuses }: { view: LeadView; statuses: readonly (string | null)[] }) {
  const { total: withoutStatus } = useColumn(view, null);
  // An empty column for leads without a status would only take room. A card's menu still offers it.
  const columns = withoutStatus?.count ? statuses : statuses.filter((status) => status !== null);
  const { byAlias } = useLeadForm();
  const save = useLeadEdit();
  const board = useScrollingRow();
  const jump = useScrollingRow();
  const [shown, setShown] = useState(0);
  const moved = useRef<Moved>(undefined);
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
      <nav ref={jump} className={classes.jump} aria-label={boardTexts.columns}>
        {columns.map((status, index) => (
          <JumpTo
            key={status}
            view={view}
            status={status}
            isShown={index === shown}
            onClick={() => show(index)}
          />
        ))}
      </nav>
      <section
        ref={board}
        className={classes.board}
        aria-label={boardTexts.board}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the board sideways
        tabIndex={0}
        // On a phone, the board shows one column at a time.
        onScroll={({ currentTarget }) =>
          setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
        }
      >
        {columns.map((status) => (
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

/** On a phone, shows the column of a status. */
function JumpTo({
  view,
  status,
  isShown,
  onClick,
}: {
  view: LeadView;
  status: string | null;
  isShown: boolean;
  onClick: () => void;
}) {
  const { total } = useColumn(view, status);
  return (
    <button type="button" className={classes.jumpTo} aria-current={isShown || undefined} onClick={onClick}>
      {status === null ? boardTexts.noStatus : <ValueChip value={status} />}
      {total && <span className={classes.count}>{boardTexts.count(total.count, total.isExact)}</span>}
    </button>
  );
}
