import { Anchor, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { ValueChip } from '../../../components/chips/value-chip.tsx';
import { CopyIcon } from '../../../components/values/copy-text.tsx';
import { Name } from '../../../components/values/name.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { InlineEditor } from '../edit/inline-editor.tsx';
import { fieldText, type Lead, leadName, useLeadForm } from '../field.ts';
import { Person } from '../field-types/user.tsx';
import classes from './record.module.css';

/** Who the lead is, with the two values that change most often: status and owner. */
export function RecordHeader({ lead, mayEdit }: { lead: Lead; mayEdit: boolean }) {
  const name = leadName(lead);
  const [company, email] = [fieldText(lead.company), fieldText(lead.email)];
  const hasCompany = company !== '' && company !== name;
  const [status, owner] = [fieldText(lead.status), fieldText(lead.owner)];
  return (
    <header className={classes.header}>
      <PersonAvatar name={name} size={48} />
      <div className={classes.person}>
        <Title order={2} className={classes.name}>
          <Name>{name}</Name>
        </Title>
        <Text component="div" size="sm" c="dimmed" className={classes.facts}>
          {hasCompany && <Name>{company}</Name>}
          {email !== '' && (
            <>
              {hasCompany && (
                <span className={classes.dot} aria-hidden>
                  ·
                </span>
              )}
              <Anchor href={`mailto:${encodeURIComponent(email)}`} size="sm" fw={500}>
                {email}
              </Anchor>
              <CopyIcon text={email} label={leadTexts.copyEmail} />
            </>
          )}
        </Text>
      </div>
      <div className={classes.quick}>
        <QuickValue lead={lead} alias="status" mayEdit={mayEdit}>
          {status === '' ? leadTexts.noStatus : <ValueChip value={status} />}
        </QuickValue>
        <QuickValue lead={lead} alias="owner_id" mayEdit={mayEdit}>
          {owner === '' ? leadTexts.noOwner : <Person name={owner} />}
        </QuickValue>
      </div>
    </header>
  );
}

/** A value that a click turns into a list of choices. */
function QuickValue({
  lead,
  alias,
  mayEdit,
  children,
}: {
  lead: Lead;
  alias: string;
  mayEdit: boolean;
  children: ReactNode;
}) {
  const field = useLeadForm().byAlias.get(alias);
  const [isEdited, setEdited] = useState(false);
  if (!field || !mayEdit) return <span className={classes.quickValue}>{children}</span>;
  if (isEdited)
    return (
      <div className={classes.quickEditor}>
        <InlineEditor lead={lead} field={field} onEnd={() => setEdited(false)} />
      </div>
    );
  return (
    <UnstyledButton className={classes.quickValue} onClick={() => setEdited(true)}>
      <VisuallyHidden>{leadTexts.editField(field.label)} </VisuallyHidden>
      {children}
      <IconChevronDown size={14} aria-hidden />
    </UnstyledButton>
  );
}
