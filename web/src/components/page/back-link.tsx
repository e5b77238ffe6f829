import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lastSearch } from '../navigation/last-search.ts';

/** A link from a record back to its list, before the record's title. The list keeps its last filters. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Anchor component={Link} to={to} search={lastSearch(to) as never} size="sm" c="dimmed">
    {label}
  </Anchor>
);
