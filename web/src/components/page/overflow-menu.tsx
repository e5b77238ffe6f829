import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { sharedTexts } from '../../texts/shared.ts';

interface Item {
  readonly label: string;
  readonly icon: FunctionComponent<{ size?: number; stroke?: number }>;
  readonly isDanger?: boolean;
  /** Where the item leads. Other items have an action. */
  readonly to?: string;
  /** A URL outside the console, which the browser loads as a new page. */
  readonly href?: string;
  readonly onClick?: () => void;
}

/** A menu for actions that are used less often. */
export const OverflowMenu = ({
  items,
  label = sharedTexts.moreActions,
  isInRow = false,
}: {
  items: readonly Item[];
  label?: string;
  /** Whether it is in a table whose rows have no link. Then the keys that move between rows focus it. */
  isInRow?: boolean;
}) => (
  <Menu position="bottom-end" shadow="md" width={220}>
    <Menu.Target>
      <ActionIcon size={32} aria-label={label} data-row-link={isInRow || undefined}>
        <IconDots size={18} stroke={1.75} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {items.map(({ label: text, icon: Icon, isDanger, to, href, onClick }) => {
        const look = {
          leftSection: <Icon size={16} stroke={1.75} />,
          ...(isDanger && { color: 'var(--failed-fg)' }),
        };
        if (href !== undefined)
          return (
            <Menu.Item key={text} {...look} component="a" href={href}>
              {text}
            </Menu.Item>
          );
        return to === undefined ? (
          <Menu.Item key={text} {...look} onClick={onClick}>
            {text}
          </Menu.Item>
        ) : (
          <Menu.Item key={text} {...look} component={Link} to={to}>
            {text}
          </Menu.Item>
        );
      })}
    </Menu.Dropdown>
  </Menu>
);
