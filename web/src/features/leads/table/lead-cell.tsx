// biome-ignore-all lint/a11y/useSemanticElements: a virtualized table can't be a <table>; the grid has the focus and names its active row
// biome-ignore-all lint/a11y/noStaticElementInteractions: a virtualized table can't be a <table>; the grid has the focus and names its active row
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { Name } from '../../../components/values/name.tsx';
import { InlineEditor } from '../edit/inline-editor.tsx';
import {
  type Field,
  fieldText,
  type Lead,
  leadName,
  useLeadForm,
  useReadOnlyReason,
  writableAlias,
} from '../field.ts';
import { typeOf } from '../field-types.ts';
import { columnStyle } from './column-width.ts';
import classes from './lead-table.module.css';

/** A table cell with one of a lead's values. A double click or `e` edits the value in place. */
export function LeadCell({
  lead,
  field,
  width,
  isLink,
  isActive,
  isEdited,
  onFocus,
  onEdit,
  onEditEnd,
}: {
  lead: Lead;
  field: Field;
  /** The width that the user has chosen for the column. */
  width: number | undefined;
  isLink: boolean;
  isActive: boolean;
  isEdited: boolean;
  onFocus: () => void;
  onEdit: () => void;
  onEditEnd: () => void;
}) {
  const { byAlias } = useLeadForm();
  const whyReadOnly = useReadOnlyReason();
  const written = byAlias.get(writableAlias(field.alias));
  const isWritable = written !== undefined && whyReadOnly(lead, field) === undefined;
  return (
    <div
      className={`${classes.cell} ${isActive ? classes.activeCell : ''}`}
      style={columnStyle(field, width)}
      role="gridcell"
      {...(isWritable ? { onDoubleClick: onEdit } : { 'aria-readonly': true })}
      onClick={onFocus}
      // The list handles the keyboard.
      onKeyDown={() => undefined}
      tabIndex={-1}
    >
      {isEdited && isWritable ? (
        <InlineEditor lead={lead} field={written} onEnd={onEditEnd} />
      ) : (
        <Shown lead={lead} field={field} isLink={isLink} />
      )}
    </div>
  );
}

function Shown({ lead, field, isLink }: { lead: Lead; field: Field; isLink: boolean }) {
  const text = fieldText(lead[field.alias]);
  if (isLink)
    return (
      <span className={classes.person}>
        <PersonAvatar name={leadName(lead)} size={22} />
        <Anchor component={Link} to={`/leads/${lead.id}`} className={classes.link} tabIndex={-1}>
          <Name>{text === '' ? leadName(lead) : text}</Name>
        </Anchor>
      </span>
    );
  const { Cell } = typeOf(field);
  return <Cell value={lead[field.alias]} text={text} />;
}
