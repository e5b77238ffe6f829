import { ActionIcon, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconBook2, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { type Guide, type GuideSection, guideTitle, guideUrl } from '../../texts/guides.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { shellTexts } from '../../texts/shell.ts';
import { escapeBidi } from '../values/escape-bidi.ts';
import classes from './page-frame.module.css';

/** A screen: a bar with its title and actions, and its content. On a phone, the title is in the bar of the shell. */
export function PageFrame({
  back,
  picture,
  title,
  state,
  about,
  actions,
  guide,
  tabs,
  isNarrow = false,
  isFull = false,
  children,
}: {
  /** A link back to the list. */
  back?: ReactNode;
  /** An avatar or icon before the title. */
  picture?: ReactNode;
  title: string;
  /** Chips next to the title. */
  state?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  /** The screen's guide, which opens in a new tab. */
  guide?: Guide | GuideSection;
  /** Links to the screen's parts, in a second bar. */
  tabs?: ReactNode;
  /** Whether to limit the width. Unlike tables, forms and facts are easier to read in short lines. */
  isNarrow?: boolean;
  /** Whether the content gets the whole area below the bars, without padding. */
  isFull?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${escapeBidi(title)} · ${shellTexts.product}`;
  }, [title]);
  return (
    <div className={classes.frame} data-full={isFull || undefined}>
      <div className={classes.bars} data-tabs={tabs !== undefined || undefined}>
        <div className={classes.bar}>
          {back && (
            <nav aria-label={shellTexts.breadcrumb} className={classes.trail}>
              <IconChevronLeft size={16} aria-hidden className={classes.up} />
              {back}
              <IconChevronRight size={14} aria-hidden className={`${classes.between} ${classes.last}`} />
            </nav>
          )}
          {picture && <div className={classes.picture}>{picture}</div>}
          <Title order={1} className={classes.title} title={isFull ? escapeBidi(title) : undefined}>
            {escapeBidi(title)}
          </Title>
          {state}
          <div className={classes.end}>
            <div className={classes.actions}>{actions}</div>
            {guide !== undefined && <GuideLink guide={guide} />}
          </div>
        </div>
        {tabs}
      </div>
      {isFull ? (
        <div className={classes.full}>{children}</div>
      ) : (
        <Stack gap="md" className={classes.page} maw={isNarrow ? 'var(--reading-width)' : undefined}>
          {about && (
            <Text c="dimmed" size="sm" maw="var(--line-length)" component="div" className={classes.about}>
              {about}
            </Text>
          )}
          {children}
        </Stack>
      )}
    </div>
  );
}

const GuideLink = ({ guide }: { guide: Guide | GuideSection }) => (
  <Tooltip label={sharedTexts.readGuide(guideTitle(guide))}>
    <ActionIcon
      component="a"
      className={classes.guide ?? ''}
      href={guideUrl(guide)}
      target="_blank"
      rel="noreferrer"
      aria-label={sharedTexts.readGuide(guideTitle(guide))}
    >
      <IconBook2 size={18} stroke={1.75} />
    </ActionIcon>
  </Tooltip>
);
