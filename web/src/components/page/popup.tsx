import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** A button that opens something small beside it. Inside, `close` is there for what ends it. */
export function Popup({
  label,
  icon,
  width = 360,
  size = 'xs',
  isFilled = false,
  children,
}: {
  label: string;
  icon?: ReactNode;
  width?: number;
  /** As large as the buttons beside it. */
  size?: 'xs' | 'sm';
  /** Whether something is set in it. */
  isFilled?: boolean;
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
