import { Checkbox, Input } from '@mantine/core';
import type { ErrorAt } from '../../../components/fields/field-errors.ts';
import { workflowTriggersTexts } from '../../../texts/workflows/workflow-triggers.ts';
import { useLeadForm } from '../../leads/field.ts';
import { Conditions } from '../../leads/view/conditions.tsx';
import type { WantedLeadTrigger } from './trigger.ts';
import classes from './triggers.module.css';

const { form: texts } = workflowTriggersTexts;

export function LeadTriggerFields({
  draft,
  onChange,
  errorAt,
}: {
  draft: WantedLeadTrigger;
  onChange: (draft: WantedLeadTrigger) => void;
  errorAt: ErrorAt;
}) {
  const { filters = [], match = 'all' } = draft;
  return (
    <>
      {draft.type === 'lead.updated' && (
        <FieldChoice
          chosen={draft.fields ?? []}
          error={errorAt('fields')}
          onChange={(fields) => {
            const { fields: _, ...rest } = draft;
            onChange(fields.length > 0 ? { ...rest, fields } : rest);
          }}
        />
      )}
      <Input.Wrapper
        label={texts.filters}
        description={texts.filtersHelp}
        error={errorAt('filters')}
        labelElement="div"
        inputWrapperOrder={['label', 'description', 'input', 'error']}
      >
        <div className={classes.part}>
          <Conditions
            value={{ filters, match }}
            onChange={(changed) =>
              onChange({ ...draft, filters: [...changed.filters], match: changed.match })
            }
          />
        </div>
      </Input.Wrapper>
    </>
  );
}

function FieldChoice({
  chosen,
  error,
  onChange,
}: {
  chosen: string[];
  error: string | undefined;
  onChange: (fields: string[]) => void;
}) {
  const { fields } = useLeadForm();
  return (
    <Checkbox.Group
      label={texts.fields}
      description={texts.fieldsHelp}
      error={error}
      value={chosen}
      onChange={onChange}
    >
      <div className={`${classes.part} ${classes.choices}`}>
        {fields.map(({ alias, label }) => (
          <Checkbox key={alias} value={alias} label={label} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
