import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** A link from a record back to its list. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Anchor component={Link} to={to} size="sm" w="fit-content">
    <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-0.125em' }} /> {label}
  </Anchor>
);
