import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { ErrorAt } from '../../components/fields/field-errors.ts';
import { NameInput } from '../../components/fields/name-input.tsx';
import { connectionsTexts } from '../../texts/secrets/connections.ts';
import {
  type Connection,
  type ConnectionValues,
  keysOf,
  type PlainKey,
  pointsElsewhere,
  secretKeys,
} from './connection.ts';

const { form: texts, types, grants, clientAuths } = connectionsTexts;

interface FieldsProps {
  readonly values: ConnectionValues;
  readonly stored: Connection | undefined;
  readonly errorAt: ErrorAt;
  readonly onChange: (changes: Partial<ConnectionValues>) => void;
}

/** The fields of a connection: those that all types have, then those of the chosen type. */
export function ConnectionFields(props: FieldsProps) {
  const { values, stored, errorAt, onChange } = props;
  const isUsed = (stored?.uses.length ?? 0) > 0;
  return (
    <>
      <NameInput
        label={texts.labels.name}
        description={isUsed ? texts.help.nameUsed : texts.help.name}
        value={values.name}
        maxLength={200}
        readOnly={isUsed}
        error={errorAt('name')}
        onChange={(name) => onChange({ name })}
        data-autofocus={!stored || undefined}
      />
      <NativeSelect
        label={texts.labels.type}
        data={optionsOf(types)}
        value={values.type}
        error={errorAt('type')}
        // A secret of another type doesn't fit.
        onChange={({ currentTarget }) =>
          onChange({ type: currentTarget.value as ConnectionValues['type'], secret: '' })
        }
      />
      <TextField {...props} name="origin" />
      {keysOf(values).map((key) => (
        <PlainField key={key} {...props} name={key} />
      ))}
      <SecretField {...props} />
    </>
  );
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const choices: Partial<Record<PlainKey, Readonly<Record<string, string>>>> = {
  grant: grants,
  client_auth: clientAuths,
};

function PlainField(props: FieldsProps & { name: PlainKey }) {
  const { values, errorAt, name, onChange } = props;
  const labels = choices[name];
  if (!labels) return <TextField {...props} />;
  return (
    <NativeSelect
      label={texts.labels[name]}
      data={optionsOf(labels)}
      value={values[name]}
      error={errorAt(name)}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
}

const TextField = ({ values, errorAt, name, onChange }: FieldsProps & { name: 'origin' | PlainKey }) => (
  <TextInput
    label={texts.labels[name]}
    description={texts.help[name]}
    placeholder={texts.examples[name]}
    value={values[name]}
    maxLength={2_048}
    autoComplete="off"
    required={name !== 'scope'}
    error={errorAt(name)}
    onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
  />
);

/** The input for the secret. The stored one is never shown, and stays unless it would be sent elsewhere. */
function SecretField({ values, stored, errorAt, onChange }: FieldsProps) {
  const key = secretKeys[values.type];
  if (key === undefined) return null;
  const isNeededAgain = stored !== undefined && pointsElsewhere(values, stored);
  const keptHelp = isNeededAgain ? texts.againHelp : texts.keepHelp;
  return (
    <PasswordInput
      label={texts.labels[key]}
      description={stored ? keptHelp : texts.secretHelp}
      value={values.secret}
      autoComplete="new-password"
      required={!stored || isNeededAgain}
      error={errorAt(key)}
      onChange={({ currentTarget }) => onChange({ secret: currentTarget.value })}
    />
  );
}
