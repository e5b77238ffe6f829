import { Input, Loader } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { noWords, type TemplateProblem, type TemplateWords } from './template-words.ts';

const CodeField = lazy(async () => ({ default: (await import('./code-field.tsx')).CodeField }));

/** The props of a template editor. */
export interface TemplateEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The completions to offer. They depend on the field: a step's fields can read the request, but a listener's settings can't. */
  readonly completions?: TemplateWords;
  readonly problems?: readonly TemplateProblem[];
  readonly description?: ReactNode;
  readonly hint?: string;
  readonly isOneLine?: boolean;
  readonly isReadOnly?: boolean;
  /** Whether to hide the label, because it is already shown elsewhere. */
  readonly isLabelHidden?: boolean;
}

/** A template field with syntax highlighting, completion, and errors marked in the text and listed below. */
export function TemplateEditor({
  label,
  value,
  onChange,
  completions = noWords,
  problems = [],
  description,
  hint = '',
  isOneLine = false,
  isReadOnly = false,
  isLabelHidden = false,
}: TemplateEditorProps) {
  const describe = value.includes('\n') ? messageWithPosition : messageOnly;
  return (
    <Input.Wrapper
      {...(isLabelHidden ? {} : { label })}
      labelElement="div"
      description={description}
      error={problems.length > 0 ? problems.map(describe).join(' ') : undefined}
    >
      <Suspense fallback={<Loader size="xs" />}>
        <CodeField
          label={label}
          value={value}
          onChange={onChange}
          words={completions}
          problems={problems}
          hint={hint}
          isOneLine={isOneLine}
          isReadOnly={isReadOnly}
        />
      </Suspense>
    </Input.Wrapper>
  );
}

const messageOnly = ({ message }: TemplateProblem): string => message;

/** Formats an error with its position, for multi-line templates. In a single line, underlining the error is enough. */
const messageWithPosition = ({ line, column, message }: TemplateProblem): string =>
  line && column ? `${line}:${column} ${message}` : message;
