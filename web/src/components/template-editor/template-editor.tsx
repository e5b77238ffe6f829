import { Input, Loader } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { noWords, type TemplateMistake, type TemplateWords } from './template-words.ts';

const CodeField = lazy(async () => ({ default: (await import('./code-field.tsx')).CodeField }));

/** What an editor of a template needs; what is left out has a sensible default. */
export interface TemplateEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What it offers while somebody writes: a setting of a listener sees no request, a field of a step does. */
  readonly completions?: TemplateWords;
  readonly problems?: readonly TemplateMistake[];
  readonly description?: ReactNode;
  readonly hint?: string;
  readonly isOneLine?: boolean;
  readonly isReadOnly?: boolean;
  /** Where something around it shows the label already. */
  readonly isLabelHidden?: boolean;
}

/** A field for a template: colours, completion, and each mistake at its place and in words below. */
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
  const describe = value.includes('\n') ? placedMistake : mistakeAlone;
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

const mistakeAlone = ({ message }: TemplateMistake): string => message;

/** Where there are several lines: in one line the mark in the text is enough. */
const placedMistake = ({ line, column, message }: TemplateMistake): string =>
  line && column ? `${line}:${column} ${message}` : message;
