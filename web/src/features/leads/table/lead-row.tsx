// biome-ignore-all lint/a11y/useSemanticElements: a virtualized table can't be a <table>; the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useFocusableInteractive: a virtualized table can't be a <table>; the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: a virtualized table can't be a <table>; the grid has the focus and names its active row
import { Anchor, Checkbox, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { ValueChip } from '../../../components/chips/value-chip.tsx';
import { Name } from '../../../components/values/name.tsx';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { fieldText, type Lead, leadName } from '../field.ts';
import { LeadCell } from './lead-cell.tsx';
import type { LeadColumn } from './lead-column.ts';
import classes from './lead-table.module.css';

interface LeadRowProps {
  /** Undefined while the page with this lead is loading. */
  readonly lead: Lead | undefined;
  readonly number: number;
  readonly columns: readonly LeadColumn[];
  readonly isCompact: boolean;
  readonly widths: Readonly<Record<string, number>>;
  readonly activeColumn: number | undefined;
  readonly isSelected: boolean;
  readonly editedAlias: string | undefined;
  readonly style: CSSProperties;
  readonly onSelect: (lead: Lead) => void;
  readonly onOpen: (lead: Lead) => void;
  readonly onFocusCell: (column: number) => void;
  readonly onEdit: (lead: Lead, alias: string) => void;
  readonly onEditEnd: () => void;
}

export function LeadRow(props: LeadRowProps) {
  const { lead, number, columns, isCompact, activeColumn, isSelected, style } = props;
  const state = `${activeColumn === undefined ? '' : classes.active} ${isSelected ? classes.selected : ''}`;
  const row = {
    className: `${classes.row} ${classes.line} ${state}`,
    role: 'row',
    'aria-rowindex': number,
    style,
  };
  if (!lead)
    return (
      <div {...row}>
        <div className={classes.cell} role="gridcell">
          <Skeleton height={10} width={240} aria-label={leadsTexts.working} />
        </div>
      </div>
    );
  const name = leadName(lead);
  if (isCompact)
    return (
      <div {...row} id={`lead-${lead.id}`}>
        <div className={classes.card} role="gridcell">
          <PersonAvatar name={name} size={32} />
          <span className={classes.cardText}>
            <Anchor component={Link} to={`/leads/${lead.id}`} className={classes.link}>
              <Name>{name}</Name>
            </Anchor>
            <Text span size="xs" c="dimmed">
              <Name>{fieldText(lead.company) || fieldText(lead.email)}</Name>
            </Text>
          </span>
          {fieldText(lead.status) !== '' && <ValueChip value={fieldText(lead.status)} />}
        </div>
      </div>
    );
  return (
    <div {...row} id={`lead-${lead.id}`} aria-selected={isSelected}>
      <div className={`${classes.cell} ${classes.check}`} role="gridcell">
        <Checkbox
          size="xs"
          // The grid is a single tab stop, so the checkbox can't be focused. The `x` key selects the row.
          tabIndex={-1}
          aria-label={leadsTexts.selectRow(name)}
          checked={isSelected}
          onChange={() => props.onSelect(lead)}
        />
      </div>
      {columns.map((column, index) => (
        <LeadCell
          key={column.key}
          lead={lead}
          column={column}
          width={props.widths[column.key]}
          isLink={index === 0}
          isActive={index === activeColumn}
          editedAlias={props.editedAlias}
          onFocus={() => props.onFocusCell(index)}
          onEdit={(alias) => props.onEdit(lead, alias)}
          onEditEnd={props.onEditEnd}
        />
      ))}
    </div>
  );
}
