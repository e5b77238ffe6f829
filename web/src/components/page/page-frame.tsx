import { Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { shellTexts } from '../../texts/shell.ts';
import { escapeBidi } from '../values/escape-bidi.ts';
import classes from './page-frame.module.css';

/** A screen: a bar with its title and actions, and its content. */
export function PageFrame({
  back,
  title,
  about,
  actions,
  isNarrow = false,
  children,
}: {
  /** A link back to the list. */
  back?: ReactNode;
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** Whether to limit the width. Unlike tables, forms and facts are easier to read in short lines. */
  isNarrow?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${escapeBidi(title)} · ${shellTexts.product}`;
  }, [title]);
  return (
    <>
      <div className={classes.bar}>
        {back && (
          <>
            {back}
            <IconChevronRight size={14} aria-hidden className={classes.between} />
          </>
        )}
        <Title order={1} className={classes.title}>
          {escapeBidi(title)}
        </Title>
        {actions && (
          <Group gap="xs" ml="auto">
            {actions}
          </Group>
        )}
      </div>
      <Stack gap="md" className={classes.page} maw={isNarrow ? 900 : undefined}>
        {about && (
          <Text c="dimmed" size="sm" maw={720} component="div">
            {about}
          </Text>
        )}
        {children}
      </Stack>
    </>
  );
}
