import { ActionIcon, Anchor, Button, UnstyledButton } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { ProtectionBadges } from '../../../components/chips/protection-badges.tsx';
import { TriggerIcon } from '../../../components/chips/trigger-kind.tsx';
import { ConfirmModal } from '../../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { Panel } from '../../../components/page/panel.tsx';
import { flowTexts } from '../../../texts/workflows/workflow-flow.ts';
import { workflowTriggersTexts as texts } from '../../../texts/workflows/workflow-triggers.ts';
import { type Trigger, wantedOf } from './trigger.ts';
import { TriggerModal, useSaveTriggers } from './trigger-modal.tsx';
import { TriggerRow } from './trigger-row.tsx';
import classes from './triggers.module.css';
import { useLastStarts } from './use-last-starts.ts';

/** Everything that starts a workflow. Users who can edit the workflow can add, edit and delete triggers. */
export function TriggerList({ listener }: { listener: ApiResponse<'GET /workflows/:id/listener'> }) {
  const { id } = listener.workflow;
  const { data } = useSuspenseQuery(query('GET /workflows/:id/triggers', { params: { id } }));
  const { triggers, may_edit } = data;
  const [edited, setEdited] = useState<number>();
  const [deleted, setDeleted] = useState<number>();
  const last = useLastStarts(id);
  const wanted = triggers.map(wantedOf);
  const save = useSaveTriggers(id, wanted);
  const isOn = listener.is_switched_on;
  return (
    <Panel
      title={texts.title}
      about={isOn ? texts.about : texts.offAbout}
      actions={
        may_edit && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => setEdited(triggers.length)}
          >
            {texts.form.add}
          </Button>
        )
      }
    >
      <ul className={classes.list}>
        <TriggerRow
          icon={<TriggerIcon kind="webhook" />}
          opens
          name={
            <Anchor component={Link} to={`/workflows/${id}/triggers`} className={classes.open ?? ''}>
              {flowTexts.trigger.title}
            </Anchor>
          }
          details={<ProtectionBadges listener={listener} />}
          last={last?.webhook}
        />
        {triggers.map((trigger, index) => (
          <TriggerRow
            // biome-ignore lint/suspicious/noArrayIndexKey: triggers have no other identity.
            key={index}
            icon={<TriggerIcon kind={kindOf(trigger)} />}
            opens={may_edit}
            name={
              may_edit ? (
                <UnstyledButton
                  className={classes.open ?? ''}
                  aria-label={texts.form.edit(texts.types[trigger.type])}
                  onClick={() => setEdited(index)}
                >
                  {texts.types[trigger.type]}
                </UnstyledButton>
              ) : (
                texts.types[trigger.type]
              )
            }
            details={detailsOf(trigger)}
            next={isOn ? trigger.next_times[0] : undefined}
            last={last?.[kindOf(trigger)]}
            action={
              may_edit && (
                <ActionIcon
                  aria-label={texts.form.delete(texts.types[trigger.type])}
                  onClick={() => setDeleted(index)}
                >
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              )
            }
          />
        ))}
        {!triggers.some(({ type }) => type === 'manual') && (
          <TriggerRow
            icon={<TriggerIcon kind="manual" />}
            name={texts.types.manual}
            details={texts.onDemand}
            last={last?.manual}
          />
        )}
      </ul>
      <TriggerModal workflow={id} triggers={wanted} index={edited} onClose={() => setEdited(undefined)} />
      <ConfirmModal
        isOpen={deleted !== undefined}
        title={texts.form.deleteTitle}
        confirm={texts.form.deleteConfirm}
        onClose={() => setDeleted(undefined)}
        onConfirm={async () => {
          await save.mutateAsync(wanted.filter((_, index) => index !== deleted));
          showSuccess(texts.form.deleted);
        }}
      >
        {texts.form.deleteText}
      </ConfirmModal>
    </Panel>
  );
}

function kindOf({ type }: Trigger): 'schedule' | 'manual' | 'lead' {
  return type === 'schedule' || type === 'manual' ? type : 'lead';
}

function detailsOf({ type, cron, timezone, fields, filters, inputs }: Trigger): string {
  if (type === 'schedule') return texts.schedule(cron ?? '', timezone ?? '');
  if (type === 'manual') {
    const labels = inputs.map(({ label }) => label).join(', ');
    return labels === '' ? texts.onDemand : texts.inputs(labels);
  }
  const which = filters.length > 0 ? texts.filtered : texts.everyLead;
  return fields.length > 0 ? `${which}. ${texts.fields(fields.join(', '))}` : which;
}
