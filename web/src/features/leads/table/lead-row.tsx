// biome-ignore-all lint/a11y/useSemanticElements: a virtualized table can't be a <table>; the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useFocusableInteractive: a virtualized table can't be a <table>; the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: a virtualized table can't be a <table>; the grid has the focus and names its active row
import { Anchor, Checkbox, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, Fragment } from 'react';
import { Name } from '../../../components/values/name.tsx';
import { leadsTexts } from '../../../texts/leads.ts';
import { type Field, fieldText, type Lead, leadName } from '../field.ts';
import { LeadCell } from './lead-cell.tsx';
import classes from './lead-table.module.css';

interface LeadRowProps {
  /** Undefined while the page with this lead is loading. */
  readonly lead: Lead | undefined;
  readonly number: number;
  readonly columns: readonly Field[];
  readonly isCompact: boolean;
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
          <Anchor component={Link} to={`/leads/${lead.id}`} size="sm" fw={500}>
            <span>
              <Name>{name}</Name>
            </span>
          </Anchor>
          <Text span size="xs" c="dimmed">
            {['company', 'email', 'status']
              .filter((alias) => fieldText(lead[alias]) !== '')
              .map((alias, index) => (
                <Fragment key={alias}>
                  {index > 0 && ' · '}
                  <Name>{fieldText(lead[alias])}</Name>
                </Fragment>
              ))}
          </Text>
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
      {columns.map((field, index) => (
        <LeadCell
          key={field.alias}
          lead={lead}
          field={field}
          isLink={index === 0}
          isActive={index === activeColumn}
          isEdited={props.editedAlias === field.alias}
          onFocus={() => props.onFocusCell(index)}
          onEdit={() => props.onEdit(lead, field.alias)}
          onEditEnd={props.onEditEnd}
        />
      ))}
    </div>
  );
}
