import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { OverflowMenu } from './overflow-menu.tsx';
import { useNarrow } from './use-narrow.ts';

interface PageActionProps {
  readonly label: string;
  readonly icon?: FunctionComponent<{ size?: number; stroke?: number }>;
  /** Whether another action of the page is the main one. */
  readonly isSecondary?: boolean;
  readonly isDisabled?: boolean;
  /** Whether a phone has it in a menu with its label, because its icon alone could be misunderstood. */
  readonly isInMenu?: boolean;
  /** Where the action leads. Without it, `onClick` acts. */
  readonly to?: string;
  readonly onClick?: () => void;
}

/** An action in a page's header, by default to add something. On a phone, only its icon is visible (PageFrame). */
export const PageAction = ({
  label,
  icon: Icon = IconPlus,
  isSecondary = false,
  isDisabled = false,
  isInMenu = false,
  to,
  onClick,
}: PageActionProps) => {
  const isNarrow = useNarrow();
  if (isInMenu && isNarrow)
    return <OverflowMenu items={[{ label, icon: Icon, ...(to && { to }), ...(onClick && { onClick }) }]} />;
  return (
    <Button
      variant={isSecondary ? 'default' : 'filled'}
      leftSection={<Icon size={16} stroke={1.75} />}
      data-collapsible
      {...(to === undefined
        ? { onClick, disabled: isDisabled }
        : { renderRoot: (props: object) => <Link to={to} {...props} /> })}
    >
      {label}
    </Button>
  );
};
