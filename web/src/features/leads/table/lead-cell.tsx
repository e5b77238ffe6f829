// biome-ignore-all lint/a11y/useSemanticElements: a virtualized table can't be a <table>; the grid has the focus and names its active row
// biome-ignore-all lint/a11y/noStaticElementInteractions: a virtualized table can't be a <table>; the grid has the focus and names its active row
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { showFailure } from '../../../components/notices/notify.ts';
import { Name } from '../../../components/values/name.tsx';
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
import { ValueInput } from '../value-input.tsx';
import { widthOf } from './column-width.ts';
import classes from './lead-table.module.css';

/** A table cell with one of a lead's values. A double click or `e` edits the value in place. */
export function LeadCell({
  lead,
  field,
  isLink,
  isActive,
  isEdited,
  onFocus,
  onEdit,
  onEditEnd,
}: {
  lead: Lead;
  field: Field;
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
      style={{ width: widthOf(field) }}
      role="gridcell"
      {...(isWritable ? { onDoubleClick: onEdit } : { 'aria-readonly': true })}
      onClick={onFocus}
      // The list handles the keyboard.
      onKeyDown={() => undefined}
      tabIndex={-1}
    >
      {isEdited && isWritable ? (
        <CellEditor lead={lead} field={written} onEnd={onEditEnd} />
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
      <span>
        <Anchor component={Link} to={`/leads/${lead.id}`} size="sm" tabIndex={-1}>
          <Name>{text === '' ? leadName(lead) : text}</Name>
        </Anchor>
      </span>
    );
  const { Cell } = typeOf(field);
  return <Cell text={text} />;
}

function CellEditor({ lead, field, onEnd }: { lead: Lead; field: Field; onEnd: () => void }) {
  const [value, setValue] = useState(lead[field.alias]);
  const save = useChange('PATCH /leads/:id', [
    'POST /leads/search',
    'GET /leads/:id',
    'GET /leads/:id/history',
  ]);
  // Unmounting the focused editor triggers a blur event, which must not save a discarded value.
  const hasEnded = useRef(false);
  const end = () => {
    hasEnded.current = true;
    onEnd();
  };
  const finish = async () => {
    if (hasEnded.current) return;
    if (value === lead[field.alias]) return end();
    hasEnded.current = true;
    try {
      await save.mutateAsync({ params: { id: lead.id }, body: { [field.alias]: value } });
    } catch (error) {
      hasEnded.current = false;
      showFailure(error as Error);
      return;
    }
    onEnd();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end();
    // In some editors, such as the one for tags, Enter doesn't save. Ctrl+Enter always saves.
    if (event.key === 'Enter' && (!typeOf(field).takesEnter || event.ctrlKey)) {
      event.preventDefault();
      void finish();
    }
  };
  return (
    <div
      role="presentation"
      style={{ flex: 1, minWidth: 0 }}
      onKeyDown={onKey}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) void finish();
      }}
    >
      <ValueInput field={field} value={value} onChange={setValue} isBare />
    </div>
  );
}
