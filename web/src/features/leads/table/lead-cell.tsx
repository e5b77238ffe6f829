// biome-ignore-all lint/a11y/useSemanticElements: a virtualized table can't be a <table>; the grid has the focus and names its active row
// biome-ignore-all lint/a11y/noStaticElementInteractions: a virtualized table can't be a <table>; the grid has the focus and names its active row
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { Name } from '../../../components/values/name.tsx';
import { InlineEditor } from '../edit/inline-editor.tsx';
import { fieldText, type Lead, leadName, useLeadForm, useReadOnlyReason, writableAlias } from '../field.ts';
import { typeOf } from '../field-types.ts';
import { columnStyle } from './column-width.ts';
import type { LeadColumn } from './lead-column.ts';
import classes from './lead-table.module.css';

/** A table cell with a lead's value or name. A double click or `e` edits it in place; Tab moves to the next part of a name. */
export function LeadCell({
  lead,
  column,
  width,
  isLink,
  isActive,
  editedAlias,
  onFocus,
  onEdit,
  onEditEnd,
}: {
  lead: Lead;
  column: LeadColumn;
  /** The width that the user has chosen for the column. */
  width: number | undefined;
  isLink: boolean;
  isActive: boolean;
  /** The field that is being edited, in any of the row's cells. */
  editedAlias: string | undefined;
  onFocus: () => void;
  onEdit: (alias: string) => void;
  onEditEnd: () => void;
}) {
  const { byAlias } = useLeadForm();
  const whyReadOnly = useReadOnlyReason();
  const { parts } = column;
  const isWritable = whyReadOnly(lead, parts[0]) === undefined;
  const edited = parts.findIndex(({ alias }) => alias === editedAlias);
  const written = byAlias.get(writableAlias(parts[edited]?.alias ?? ''));
  const editNext = (isBack: boolean): boolean => {
    const next = parts[edited + (isBack ? -1 : 1)];
    if (next) onEdit(next.alias);
    return next !== undefined;
  };
  return (
    <div
      className={`${classes.cell} ${isActive ? classes.activeCell : ''}`}
      style={columnStyle(column, width)}
      role="gridcell"
      {...(isWritable ? { onDoubleClick: () => onEdit(parts[0].alias) } : { 'aria-readonly': true })}
      onClick={onFocus}
      // The list handles the keyboard.
      onKeyDown={() => undefined}
      tabIndex={-1}
    >
      {written && isWritable ? (
        <InlineEditor
          key={written.alias}
          lead={lead}
          field={written}
          onEnd={onEditEnd}
          {...(parts.length > 1 && { onTab: editNext })}
        />
      ) : (
        <Shown lead={lead} column={column} isLink={isLink} />
      )}
    </div>
  );
}

function Shown({ lead, column, isLink }: { lead: Lead; column: LeadColumn; isLink: boolean }) {
  const text = column.parts
    .map(({ alias }) => fieldText(lead[alias]))
    .join(' ')
    .trim();
  if (isLink)
    return (
      <span className={classes.person}>
        <PersonAvatar name={leadName(lead)} size={22} />
        <Anchor component={Link} to={`/leads/${lead.id}`} className={classes.link} tabIndex={-1}>
          <Name>{text === '' ? leadName(lead) : text}</Name>
        </Anchor>
      </span>
    );
  const { Cell } = typeOf(column);
  return <Cell value={lead[column.parts[0].alias]} text={text} />;
}
