import { languageWords } from '../../../../components/template-editor/language-words.ts';
import { TemplateEditor } from '../../../../components/template-editor/template-editor.tsx';
import { useBuilderContext, useProblemsAt } from '../builder-context.ts';
import type { LoopAround, StepPath } from '../step-tree.ts';
import { type DataValue, dataGroups, sampleText } from './data-groups.ts';
import { DataPicker } from './data-picker.tsx';
import { FieldPreview } from './field-preview.tsx';

export interface FieldPlace {
  /** The field's path within the steps. The server's errors use the same path. */
  readonly path: StepPath;
  readonly loops: readonly LoopAround[];
}

interface TemplateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly place: FieldPlace;
  readonly description?: string | undefined;
  readonly hint?: string | undefined;
  readonly isOneLine?: boolean;
  readonly isCondition?: boolean;
  readonly isLabelHidden?: boolean;
  readonly isPreviewed?: boolean;
  readonly isJson?: boolean;
}

/** Edits one of a step's templates, with its errors and a preview of its result. */
export function TemplateField({
  label,
  value,
  onChange,
  place,
  description,
  hint,
  isOneLine = true,
  isCondition = false,
  isLabelHidden = false,
  isPreviewed = true,
  isJson = false,
}: TemplateFieldProps) {
  const context = useBuilderContext();
  const problems = useProblemsAt(place.path);
  const { path, loops } = place;
  const completions = () => ({
    ...languageWords(context.language),
    variables: dataGroups(context, path, loops).flatMap(({ values }) => values.map(wordOf)),
  });
  return (
    <div>
      <TemplateEditor
        label={label}
        value={value}
        onChange={onChange}
        completions={completions}
        problems={problems}
        description={description}
        {...(hint === undefined ? {} : { hint })}
        isOneLine={isOneLine}
        isReadOnly={context.isReadOnly}
        isLabelHidden={isLabelHidden}
        isJson={isJson}
        picker={(onPick) => <DataPicker path={path} loops={loops} onPick={onPick} />}
      />
      {isPreviewed && problems.length === 0 && (
        <FieldPreview source={value} isCondition={isCondition} loops={loops} />
      )}
    </div>
  );
}

const wordOf = ({ path, value }: DataValue) => ({ name: path, signature: sampleText(value), about: '' });
