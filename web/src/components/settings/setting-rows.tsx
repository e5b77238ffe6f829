import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './setting-row.module.css';

/** The classes of a Mantine input that is a row of a form: its label and help on the left, the input on the right. */
export const settingClassNames = {
  root: classes.row ?? '',
  label: classes.label ?? '',
  description: classes.help ?? '',
  error: classes.error ?? '',
};

/** A card with a row for each setting, below its heading. */
export const SettingRows = ({
  title,
  about,
  isDangerous = false,
  isWide = false,
  children,
}: {
  title: string;
  /** Help for all rows, at the top of the card. */
  about?: string;
  /** Whether its actions can't be undone. The card has a red border. */
  isDangerous?: boolean;
  /** Whether its inputs have room for long values, such as URLs. */
  isWide?: boolean;
  children: ReactNode;
}) => (
  <Stack gap="xs" component="section" aria-label={title}>
    <Title order={2}>{title}</Title>
    <Paper
      withBorder
      className={classes.rows ?? ''}
      data-dangerous={isDangerous || undefined}
      data-wide={isWide || undefined}
    >
      {about && <div className={classes.lead}>{about}</div>}
      {children}
    </Paper>
  </Stack>
);

/** A row with a button or another control that has its own label. */
export const SettingAction = ({
  label,
  help,
  children,
}: {
  label: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}) => (
  <div className={`${classes.row} ${classes.action}`}>
    <div>
      <div className={classes.name}>{label}</div>
      {help && <div className={classes.about}>{help}</div>}
    </div>
    <div className={classes.control}>{children}</div>
  </div>
);

/** Content of a card that isn't a label with a control. */
export const SettingBlock = ({ children }: { children: ReactNode }) => (
  <Stack gap="md" p="md">
    {children}
  </Stack>
);

/** The place of an input in its row. */
export const SettingInput = ({ children }: { children: ReactNode }) => (
  <div className={classes.field}>{children}</div>
);
