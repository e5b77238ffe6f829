import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconExternalLink, IconMail, IconPhone } from '@tabler/icons-react';
import { type KeyHint, KeyHints } from '../../../components/table/key-hints.tsx';
import { CopyIcon } from '../../../components/values/copy-text.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { InlineEditor } from '../edit/inline-editor.tsx';
import { type Field, fieldText, type Lead } from '../field.ts';
import { typeOf } from '../field-types.ts';
import classes from './record.module.css';

/** A field of a lead: its label and its value. A click on the value edits it in place. */
export function RecordField({
  lead,
  field,
  editor,
  isEdited,
  onEdit,
  onEnd,
  onTab,
}: {
  lead: Lead;
  field: Field;
  /** The field that an edit writes. Undefined if the user can't edit the value. */
  editor: Field | undefined;
  isEdited: boolean;
  onEdit: () => void;
  onEnd: () => void;
  onTab: (isBack: boolean) => boolean;
}) {
  const href = typeOf(field).hrefOf(fieldText(lead[field.alias]));
  return (
    <div className={classes.field} data-edited={isEdited || undefined}>
      <dt>{field.label}</dt>
      <dd>
        {isEdited && editor ? (
          <>
            <InlineEditor key={editor.alias} lead={lead} field={editor} onEnd={onEnd} onTab={onTab} />
            <span className={classes.keys} aria-hidden>
              <KeyHints hints={hintsOf(typeOf(editor).takesEnter)} />
            </span>
          </>
        ) : (
          <span className={classes.line}>
            <ShownValue lead={lead} field={field} onEdit={editor && onEdit} />
            {href !== undefined && (
              <span className={classes.contact}>
                {field.type in linkIcons && (
                  <CopyIcon text={fieldText(lead[field.alias])} label={leadTexts.copyField(field.label)} />
                )}
                <ValueLink field={field} href={href} />
              </span>
            )}
          </span>
        )}
      </dd>
    </div>
  );
}

const hintsOf = (takesEnter: boolean): KeyHint[] => [
  [[takesEnter ? leadTexts.keys.ctrlEnter : leadTexts.keys.enter], leadTexts.keys.save],
  [[leadTexts.keys.escape], leadTexts.keys.cancel],
];

/** A field that no user can edit. */
export const ShownField = ({ lead, field }: { lead: Lead; field: Field }) => (
  <div className={classes.field}>
    <dt>{field.label}</dt>
    <dd>
      <ShownValue lead={lead} field={field} onEdit={undefined} />
    </dd>
  </div>
);

function ShownValue({ lead, field, onEdit }: { lead: Lead; field: Field; onEdit: (() => void) | undefined }) {
  const value = lead[field.alias];
  const text = fieldText(value);
  const { Value } = typeOf(field);
  if (!onEdit)
    return (
      <span className={classes.value} dir="auto">
        {text === '' ? leadsTexts.empty : <Value value={value} text={text} />}
      </span>
    );
  return (
    <UnstyledButton className={classes.value} data-field={field.alias} onClick={onEdit} dir="auto">
      <VisuallyHidden>{leadTexts.editField(field.label)} </VisuallyHidden>
      {text === '' ? (
        <span className={classes.add}>
          {field.alias === 'owner' ? leadTexts.assignOwner : leadTexts.addValue}
        </span>
      ) : (
        <Value value={value} text={text} />
      )}
    </UnstyledButton>
  );
}

const linkIcons = { email: IconMail, phone: IconPhone } as const;

function ValueLink({ field, href }: { field: Field; href: string }) {
  const Icon = field.type in linkIcons ? linkIcons[field.type as keyof typeof linkIcons] : IconExternalLink;
  return (
    <ActionIcon
      component="a"
      href={href}
      aria-label={leadTexts.openLink(field.label)}
      {...(href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
    >
      <Icon size={17} stroke={1.75} />
    </ActionIcon>
  );
}
