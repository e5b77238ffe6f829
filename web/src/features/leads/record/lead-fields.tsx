import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Panel } from '../../../components/page/panel.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { type Field, fieldText, type Lead, ownLabel, useLeadForm, writableAlias } from '../field.ts';
import classes from './record.module.css';
import { RecordField, ShownField } from './record-field.tsx';

/** The two fields that change most often. The owner is shown by name, and can be edited through the ID. */
const first = ['status', 'owner'];
/** Fields that are shown even if they are empty, because most leads need them. */
const expected = [...first, 'first_name', 'last_name', 'email', 'phone', 'company'];
/** Values that Hark maintains, and the number behind the owner's name. */
const isSystem = ({ alias, read_only }: Field) =>
  !first.includes(alias) && (read_only || alias === 'owner_id');

/** A lead's fields: all that have a value, custom ones included. Most empty fields are hidden until the user asks for them. */
export function LeadFields({ lead, mayEdit }: { lead: Lead; mayEdit: boolean }) {
  const { fields, byAlias } = useLeadForm();
  const [isAll, { open }] = useDisclosure(false);
  const [edited, setEdited] = useState<string>();
  const list = useRef<HTMLDListElement>(null);
  const all = [
    ...first.flatMap((alias) => byAlias.get(alias) ?? []),
    ...fields.filter((field) => !first.includes(field.alias) && !isSystem(field)),
  ];
  const isFilled = ({ alias }: Field) => fieldText(lead[alias]) !== '';
  const shown = isAll ? all : all.filter((field) => isFilled(field) || expected.includes(field.alias));
  const editorOf = ({ alias }: Field) => {
    const written = byAlias.get(writableAlias(alias));
    return mayEdit && written?.read_only === false ? written : undefined;
  };
  const editable = shown.filter((field) => editorOf(field) !== undefined).map(({ alias }) => alias);
  const end = (alias: string) => {
    // Another editor may be open already, because the user clicked on its value.
    setEdited((now) => (now === alias ? undefined : now));
    requestAnimationFrame(() => {
      // Keep the focus where the user has moved it.
      if (document.activeElement !== document.body) return;
      list.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(alias)}"]`)?.focus();
    });
  };
  const tabFrom = (alias: string, isBack: boolean): boolean => {
    const next = editable[editable.indexOf(alias) + (isBack ? -1 : 1)];
    if (next !== undefined) setEdited(next);
    return next !== undefined;
  };
  return (
    <Panel title={leadTexts.fields}>
      <dl ref={list} className={classes.fields}>
        {shown.map((field) => (
          <RecordField
            key={field.alias}
            lead={lead}
            field={field}
            editor={editorOf(field)}
            isEdited={edited === field.alias}
            onEdit={() => setEdited(field.alias)}
            onEnd={() => end(field.alias)}
            onTab={(isBack) => tabFrom(field.alias, isBack)}
          />
        ))}
      </dl>
      {shown.length < all.length && (
        <Button variant="transparent" size="xs" px={0} w="fit-content" onClick={open}>
          {leadTexts.emptyFields(all.length - shown.length)}
        </Button>
      )}
      <SystemFields lead={lead} />
    </Panel>
  );
}

/** The values that Hark maintains, folded until the user needs them. */
function SystemFields({ lead }: { lead: Lead }) {
  const filled = useLeadForm().fields.filter(
    ({ alias, read_only }) => read_only && !first.includes(alias) && fieldText(lead[alias]) !== '',
  );
  return (
    <details className={classes.system}>
      <summary>
        <IconChevronRight size={14} aria-hidden />
        {leadTexts.system}
      </summary>
      <dl className={classes.fields}>
        {filled.map((field) => (
          <ShownField key={field.alias} lead={lead} field={{ ...field, label: ownLabel(field) }} />
        ))}
      </dl>
    </details>
  );
}
