import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** The way from one thing back to the list that it stands in. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Anchor component={Link} to={to} size="sm" w="fit-content">
    <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-0.125em' }} /> {label}
  </Anchor>
);
