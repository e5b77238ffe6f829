// biome-ignore-all lint/a11y/noStaticElementInteractions: the element only handles keys that its input doesn't
import { type KeyboardEvent, useRef, useState } from 'react';
import { showFailure } from '../../../components/notices/notify.ts';
import type { Field, Lead } from '../field.ts';
import { typeOf } from '../field-types.ts';
import classes from './inline-editor.module.css';
import { useLeadEdit } from './use-lead-edit.ts';
import { ValueInput } from './value-input.tsx';

/**
 * Edits one of a lead's values where it is shown. Enter, or leaving the input, saves the value; Escape discards it.
 */
export function InlineEditor({
  lead,
  field,
  onEnd,
  onTab,
}: {
  lead: Lead;
  field: Field;
  onEnd: () => void;
  /** Opens the next editor, or the previous one. Returns false if there is none; then Tab works as usual. */
  onTab?: (isBack: boolean) => boolean;
}) {
  const [value, setValue] = useState(lead[field.alias]);
  // Choosing from a list changes the value and ends the editor in the same event, before the next render.
  const latest = useRef(value);
  const [error, setError] = useState<string>();
  const save = useLeadEdit();
  // Unmounting the focused editor triggers a blur event, which must not save a discarded value.
  const hasEnded = useRef(false);
  const end = () => {
    hasEnded.current = true;
    onEnd();
  };
  const finish = async (next: () => void = onEnd) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    try {
      if (!isSame(latest.current, lead[field.alias])) await save(lead, field, latest.current);
    } catch (thrown) {
      hasEnded.current = false;
      const { message } = thrown as Error;
      // Error messages from the server start with the field's alias.
      setError(message.startsWith(`${field.alias}: `) ? message.slice(field.alias.length + 2) : message);
      showFailure(thrown as Error);
      return;
    }
    next();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end();
    // In some editors, such as the one for tags, Enter doesn't save. Ctrl+Enter always saves.
    if (event.key === 'Enter' && (!typeOf(field).takesEnter || event.ctrlKey)) {
      event.preventDefault();
      void finish();
    }
    if (event.key === 'Tab' && onTab) {
      const isBack = event.shiftKey;
      event.preventDefault();
      void finish(() => {
        if (!onTab(isBack)) onEnd();
      });
    }
  };
  return (
    <div
      role="presentation"
      className={classes.editor}
      onKeyDown={onKey}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) void finish();
      }}
    >
      <ValueInput
        field={field}
        value={value}
        error={error}
        onChange={(next) => {
          latest.current = next;
          setValue(next);
        }}
        onDone={() => void finish()}
        isBare
      />
    </div>
  );
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
