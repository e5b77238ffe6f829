import { IconArrowNarrowRight } from '@tabler/icons-react';
import { Name } from '../../../components/values/name.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { type Field, fieldText, useLeadForm } from '../field.ts';
import { typeOf } from '../field-types.ts';
import type { FieldChange } from './group-history.ts';
import classes from './record.module.css';

/** A field with its old and new value. */
export function FieldChangeRow({
  change,
  isFirst,
}: {
  change: FieldChange;
  /** Whether the lead is created, so that there are no old values. */
  isFirst: boolean;
}) {
  const field = useLeadForm().byAlias.get(change.field);
  return (
    <div className={classes.change}>
      <span className={classes.label}>{field?.label ?? change.field}</span>
      <span className={classes.values}>
        {!isFirst && (
          <>
            <span className={classes.old}>
              <ChangedValue field={field} value={change.old} />
            </span>
            <IconArrowNarrowRight size={14} aria-label={leadTexts.became} />
          </>
        )}
        <ChangedValue field={field} value={change.new} />
      </span>
    </div>
  );
}

function ChangedValue({ field, value }: { field: Field | undefined; value: unknown }) {
  const { users } = useLeadForm();
  const text = field ? typeOf(field).textOf(value, users) : fieldText(value);
  if (text === '') return <span>{leadsTexts.empty}</span>;
  if (field?.alias === 'status' || field?.type === 'select' || Array.isArray(value)) {
    const { Value } = typeOf(field ?? { type: 'tags' });
    return <Value value={value} text={text} />;
  }
  return <Name>{text}</Name>;
}
