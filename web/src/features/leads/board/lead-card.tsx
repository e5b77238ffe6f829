import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { ValueChip } from '../../../components/chips/value-chip.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { Name } from '../../../components/values/name.tsx';
import { boardTexts } from '../../../texts/leads/board.ts';
import { fieldText, type Lead, leadName, useLeadForm, useReadOnlyReason } from '../field.ts';
import classes from './board.module.css';

/** A lead on the board: its name, company, owner and age. */
export function LeadCard({
  lead,
  status,
  statuses,
  onMove,
  onDrag,
}: {
  lead: Lead;
  status: string | null;
  statuses: readonly (string | null)[];
  onMove: (to: string | null) => void;
  onDrag: (isDragged: boolean) => void;
}) {
  const field = useLeadForm().byAlias.get('status');
  const whyReadOnly = useReadOnlyReason();
  const isMovable = field !== undefined && whyReadOnly(lead, field) === undefined;
  const name = leadName(lead);
  const owner = fieldText(lead.owner);
  // The first of these that says more than the name.
  const about = [lead.company, lead.email, lead.phone]
    .map(fieldText)
    .find((text) => text !== '' && text !== name);
  return (
    <li
      className={classes.card}
      {...(isMovable && {
        draggable: true,
        onDragStart: () => onDrag(true),
        onDragEnd: () => onDrag(false),
      })}
    >
      <span className={classes.text}>
        <Link
          id={`card-${lead.id}`}
          to="/leads/$id"
          params={{ id: String(lead.id) }}
          className={classes.link ?? ''}
          draggable={false}
        >
          <Name>{name}</Name>
        </Link>
        {about !== undefined && (
          <span className={classes.company}>
            <Name>{about}</Name>
          </span>
        )}
      </span>
      <span className={classes.foot}>
        {owner !== '' && (
          <span title={escapeBidi(owner)}>
            <PersonAvatar name={owner} size={20} />
            <VisuallyHidden>{escapeBidi(owner)}</VisuallyHidden>
          </span>
        )}
        {typeof lead.date_added === 'string' && <Moment at={lead.date_added} isInGrid isShort />}
        {isMovable && (
          <Menu position="bottom-end" shadow="md" width={200}>
            <Menu.Target>
              <ActionIcon
                className={classes.move ?? ''}
                size={24}
                aria-label={boardTexts.move(name)}
                title={boardTexts.moveTo}
              >
                <IconDots size={16} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{boardTexts.moveTo}</Menu.Label>
              {statuses
                .filter((one) => one !== status)
                .map((one) => (
                  <Menu.Item key={one} onClick={() => onMove(one)}>
                    {one === null ? boardTexts.noStatus : <ValueChip value={one} />}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </span>
    </li>
  );
}
