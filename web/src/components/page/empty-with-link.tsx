import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { sharedTexts } from '../../texts/shared.ts';
import { shellTexts } from '../../texts/shell.ts';
import { EmptyState } from './empty-state.tsx';

/** Explains that a record doesn't exist, and links to the list that it would be in. */
export const EmptyWithLink = ({ text, to, label }: { text: string; to: string; label: string }) => (
  <EmptyState
    title={sharedTexts.missing.heading}
    text={text}
    action={
      <Button component={Link} to={to}>
        {shellTexts.goTo(label)}
      </Button>
    }
  />
);
