import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** A link from a record back to its list, before the record's title. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Anchor component={Link} to={to} size="sm" c="dimmed">
    {label}
  </Anchor>
);
