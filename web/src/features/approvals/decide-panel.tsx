import { Button, Group, Textarea } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useDecide } from '../../components/approvals/use-decide.ts';
import { Panel } from '../../components/page/panel.tsx';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import classes from './approvals.module.css';

const maxCommentLength = 1_000;

/** Approves or rejects, with a comment. */
export function DecidePanel({ id }: { id: number }) {
  const [comment, setComment] = useState('');
  const decide = useDecide(id);
  const given = comment === '' ? null : comment;
  return (
    <Panel title={texts.decide}>
      <Textarea
        label={texts.comment}
        description={texts.commentHelp}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxCommentLength}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group gap="sm" className={classes.decisions ?? ''}>
        <Button
          leftSection={<IconCheck size={16} />}
          loading={decide.isDeciding('approved')}
          disabled={decide.isPending}
          onClick={() => decide.as('approved', given)}
        >
          {texts.acts.approved}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={16} />}
          loading={decide.isDeciding('rejected')}
          disabled={decide.isPending}
          onClick={() => decide.as('rejected', given)}
        >
          {texts.acts.rejected}
        </Button>
      </Group>
    </Panel>
  );
}
