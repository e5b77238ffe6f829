import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsRightLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { ValueChip } from '../../../components/chips/value-chip.tsx';
import { Name } from '../../../components/values/name.tsx';
import { boardTexts } from '../../../texts/leads/board.ts';
import { fieldText, type Lead, leadName, useLeadForm, useReadOnlyReason } from '../field.ts';
import classes from './board.module.css';

/** A lead on the board: its name, company and owner. */
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
  const [company, owner] = [fieldText(lead.company), fieldText(lead.owner)];
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
        {company !== '' && company !== name && (
          <span className={classes.company}>
            <Name>{company}</Name>
          </span>
        )}
      </span>
      <span className={classes.foot}>
        {owner !== '' && (
          <span className={classes.owner}>
            <PersonAvatar name={owner} size={20} />
            <Name>{owner}</Name>
          </span>
        )}
        {isMovable && (
          <Menu position="bottom-end" shadow="md" width={200}>
            <Menu.Target>
              <ActionIcon size={24} ml="auto" aria-label={boardTexts.move(name)} title={boardTexts.moveTo}>
                <IconArrowsRightLeft size={14} stroke={1.75} />
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
