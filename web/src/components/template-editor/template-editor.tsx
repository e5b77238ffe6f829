import { ActionIcon, Input, Loader, Popover, Tooltip } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { valueTexts } from '../../texts/workflows/template-values.ts';
import classes from './code-field.module.css';
import type { EditorHandle } from './code-field.tsx';
import { noWords, type TemplateProblem, type TemplateWords } from './template-words.ts';

const CodeField = lazy(async () => ({ default: (await import('./code-field.tsx')).CodeField }));

/** The props of a template editor. */
export interface TemplateEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Returns the completions to offer. They depend on the field: a step's fields can read the request, but a listener's settings can't. */
  readonly completions?: () => TemplateWords;
  readonly problems?: readonly TemplateProblem[];
  readonly description?: ReactNode;
  readonly hint?: string;
  readonly isOneLine?: boolean;
  readonly isReadOnly?: boolean;
  /** Whether to hide the label, because it is already shown elsewhere. */
  readonly isLabelHidden?: boolean;
  /** Whether the text is JSON, in which inserted values need quotes. */
  readonly isJson?: boolean;
  /** Shows the values that the template can read. `onPick` inserts one of them. */
  readonly picker?: (onPick: (path: string) => void) => ReactNode;
}

/** A template field with syntax highlighting, completion, and errors marked in the text and listed below. */
export function TemplateEditor({
  label,
  value,
  onChange,
  completions = noCompletions,
  problems = [],
  description,
  hint = '',
  isOneLine = false,
  isReadOnly = false,
  isLabelHidden = false,
  isJson = false,
  picker,
}: TemplateEditorProps) {
  const handle = useRef<EditorHandle>(null);
  const describe = value.includes('\n') ? messageWithPosition : messageOnly;
  return (
    <Input.Wrapper
      {...(isLabelHidden ? {} : { label })}
      labelElement="div"
      description={description}
      error={problems.length > 0 ? problems.map(describe).join(' ') : undefined}
    >
      <WithPicker
        label={label}
        isEmpty={value === ''}
        handle={handle}
        picker={isReadOnly ? undefined : picker}
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
            isJson={isJson}
            handle={handle}
          />
        </Suspense>
      </WithPicker>
    </Input.Wrapper>
  );
}

/** Adds a button that lists the available values. A click into an empty field lists them too. */
function WithPicker({
  label,
  isEmpty,
  handle,
  picker,
  children,
}: {
  label: string;
  isEmpty: boolean;
  handle: RefObject<EditorHandle | null>;
  picker: TemplateEditorProps['picker'];
  children: ReactNode;
}) {
  const [openedBy, setOpenedBy] = useState<'button' | 'field'>();
  if (!picker) return children;
  const close = () => setOpenedBy(undefined);
  const isOpen = openedBy === 'button' || (openedBy === 'field' && isEmpty);
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-end"
      width="target"
      shadow="md"
      radius="md"
      withRoles={false}
      trapFocus={openedBy === 'button'}
      returnFocus={false}
    >
      <Popover.Target>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard. */}
        <div
          className={classes.holder}
          data-pickable
          onClick={() => isEmpty && setOpenedBy((by) => by ?? 'field')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isOpen) return;
            event.preventDefault();
            close();
          }}
        >
          {children}
          <Tooltip label={valueTexts.insert} disabled={isOpen}>
            <ActionIcon
              size={24}
              className={classes.pick}
              aria-label={valueTexts.insertInto(label)}
              aria-expanded={isOpen}
              onClick={(event) => {
                event.stopPropagation();
                setOpenedBy(isOpen ? undefined : 'button');
              }}
            >
              <IconBraces size={15} />
            </ActionIcon>
          </Tooltip>
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={valueTexts.insert} p={0} className={classes.values}>
        {picker((path) => {
          close();
          handle.current?.insert(path);
        })}
      </Popover.Dropdown>
    </Popover>
  );
}

const noCompletions = (): TemplateWords => noWords;

const messageOnly = ({ message }: TemplateProblem): string => message;

/** Formats an error with its position, for multi-line templates. In a single line, underlining the error is enough. */
const messageWithPosition = ({ line, column, message }: TemplateProblem): string =>
  line && column ? `${line}:${column} ${message}` : message;
