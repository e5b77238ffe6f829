import { CloseButton } from '@mantine/core';
import { Fragment } from 'react';
import { Name } from '../../../components/values/name.tsx';
import { filterTexts } from '../../../texts/leads/views.ts';
import { useLeadForm } from '../field.ts';
import { typeOf } from '../field-types.ts';
import classes from './filter-chips.module.css';
import { type Condition, isCondition, type LeadView } from './lead-view.ts';

/** The active filters, one chip each, joined like a sentence. */
export function FilterChips({ view, onChange }: { view: LeadView; onChange: (view: LeadView) => void }) {
  const { filters, match, ...rest } = view;
  if (!filters) return null;
  const without = (index: number) => {
    const left = filters.filter((_, at) => at !== index);
    if (left.length === 0) return rest;
    return { ...rest, filters: left, ...(match !== undefined && { match }) };
  };
  return (
    <ul className={classes.chips} aria-label={filterTexts.active}>
      {filters.map((filter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ID and keep their order
        <Fragment key={index}>
          {index > 0 && (
            <li className={classes.between}>{match === 'any' ? filterTexts.or : filterTexts.and}</li>
          )}
          <li className={classes.chip}>
            {isCondition(filter) ? <OneCondition condition={filter} /> : <span>{filterTexts.groupChip}</span>}
            <CloseButton
              size={24}
              iconSize={13}
              aria-label={filterTexts.removeChip(fieldOf(filter))}
              onClick={() => onChange(without(index))}
            />
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

const fieldOf = (filter: unknown) => (isCondition(filter) ? filter.alias : filterTexts.groupChip);

function OneCondition({ condition: { alias, operator, value } }: { condition: Condition }) {
  const { byAlias, users } = useLeadForm();
  const field = byAlias.get(alias);
  const textOf = (one: unknown) => (field ? typeOf(field).textOf(one, users) : String(one));
  const text = Array.isArray(value)
    ? value.map(textOf).join(operator === 'between' ? ' – ' : ', ')
    : textOf(value);
  return (
    <>
      <span>{field?.label ?? alias}</span>
      <span>{filterTexts.operators[operator] ?? operator}</span>
      {text !== '' && (
        <b title={text}>
          <Name>{text}</Name>
        </b>
      )}
    </>
  );
}
