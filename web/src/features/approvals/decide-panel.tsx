import { Button, Group, Textarea } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import { Panel } from '../../components/page/panel.tsx';
import { approvalsTexts as texts } from '../../texts/approvals.ts';

const stale = ['GET /approvals', 'GET /approvals/:id', 'GET /session/attention', 'GET /runs/:id'] as const;
const maxCommentLength = 1_000;

/** Approves or rejects. A decision of someone else that was faster is shown instead. */
export function DecidePanel({ id }: { id: number }) {
  const [comment, setComment] = useState('');
  const decide = useChange('POST /approvals/:id/decide', stale);
  const as = (outcome: 'approved' | 'rejected') =>
    decide
      .mutateAsync({ params: { id }, body: { outcome, comment: comment === '' ? null : comment } })
      .then(() => showSuccess(texts[outcome]), showFailure);
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
      <Group gap="sm">
        <Button
          leftSection={<IconCheck size={16} />}
          loading={decide.isPending && decide.variables.body.outcome === 'approved'}
          disabled={decide.isPending}
          onClick={() => void as('approved')}
        >
          {texts.approve}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={16} />}
          loading={decide.isPending && decide.variables.body.outcome === 'rejected'}
          disabled={decide.isPending}
          onClick={() => void as('rejected')}
        >
          {texts.reject}
        </Button>
      </Group>
    </Panel>
  );
}
