import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';

interface PageActionProps {
  readonly label: string;
  readonly icon?: FunctionComponent<{ size?: number; stroke?: number }>;
  /** Whether another action of the page is the main one. */
  readonly isSecondary?: boolean;
  readonly isDisabled?: boolean;
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
  to,
  onClick,
}: PageActionProps) => (
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
