import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import { AcceptedDetail } from './accepted-detail.tsx';
import classes from './detail.module.css';
import { RefusedDetail } from './refused-detail.tsx';

const { detail: texts } = requestsTexts;

/** The selected request. On a phone it is a page of its own, with a way back to the list. */
export function RequestDetail({ open, onClose }: { open: string; onClose?: () => void }) {
  const refused = open.startsWith('refused-') ? Number(open.slice('refused-'.length)) : undefined;
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <section className={classes.detail} aria-label={texts.title}>
      {onClose && (
        <Anchor
          ref={back}
          component="button"
          type="button"
          size="sm"
          c="dimmed"
          className={classes.back ?? ''}
          onClick={onClose}
        >
          <IconChevronLeft size={16} aria-hidden />
          {texts.back}
        </Anchor>
      )}
      {refused === undefined ? <AcceptedDetail id={open} /> : <RefusedDetail id={refused} />}
    </section>
  );
}
