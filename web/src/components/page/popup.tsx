import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** A button that opens a popover. The popover's content receives a `close` function. */
export function Popup({
  label,
  icon,
  width = 360,
  size = 'xs',
  isFilled = false,
  className,
  children,
}: {
  label: string;
  icon?: ReactNode;
  width?: number;
  /** The button's size, which should match the neighboring buttons. */
  size?: 'xs' | 'sm';
  /** Whether to highlight the button, because a setting in the popover is active. */
  isFilled?: boolean;
  /** The class of the button. */
  className?: string | undefined;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      position="bottom-start"
      width={`min(${width}px, calc(100vw - 2rem))`}
      trapFocus
      returnFocus
      withinPortal={false}
      shadow="md"
      zIndex={100}
    >
      <Popover.Target>
        <Button
          size={size}
          variant={isFilled ? 'light' : 'default'}
          leftSection={icon}
          className={className ?? ''}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{isOpen && children(close)}</Popover.Dropdown>
    </Popover>
  );
}
