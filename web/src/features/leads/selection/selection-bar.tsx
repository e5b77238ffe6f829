import { Affix, Button, Group, Modal, Paper, Progress, Stack, Table, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { ConfirmModal } from '../../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { showUndo } from '../../../components/notices/undo-toast.tsx';
import { Name } from '../../../components/values/name.tsx';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { useUndoEdit } from '../edit/use-lead-edit.ts';
import { type Lead, leadName } from '../field.ts';
import { StartTriggers } from '../files/start-triggers.tsx';
import type { Total } from '../use-total.ts';
import { criteriaOf, type LeadView } from '../view/lead-view.ts';
import { BulkEdit } from './bulk-edit.tsx';
import type { Selection } from './selection.ts';
import { type BatchAct, type BatchState, useBatch } from './use-batch.ts';

/** The actions for the selected leads. */
export function SelectionBar({
  view,
  total,
  selection,
  onClear,
}: {
  view: LeadView;
  total: Total;
  selection: Selection;
  onClear: () => void;
}) {
  const may = useMay();
  const [isOpen, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  const says =
    selection.kind === 'all'
      ? leadsTexts.allSelected(total.count - selection.except.size, total.isExact)
      : leadsTexts.selected(selection.leads.size);
  const act = { isOpen, onClose: close, onClear };
  const isShown = selection.kind === 'all' || selection.leads.size > 0;
  const openBy = (what: 'edit' | 'delete') => () => {
    if (isShown && isOpen === undefined && may(`leads.${what}`)) setOpen(what);
  };
  useHotkeys([
    ['shift+E', openBy('edit')],
    ['Delete', openBy('delete')],
  ]);
  return (
    <>
      {isShown && (
        <Affix
          position={{ bottom: 16, left: '50%' }}
          style={{ transform: 'translateX(-50%)' }}
          withinPortal={false}
        >
          <Paper withBorder shadow="md" p="xs" component="section" aria-label={says}>
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" fw={500}>
                {says}
              </Text>
              {may('leads.edit') && (
                <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
                  {leadsTexts.bulkEdit}
                </Button>
              )}
              {may('leads.delete') && (
                <Button size="xs" variant="outline" color="red" onClick={() => setOpen('delete')}>
                  {leadsTexts.bulkDelete}
                </Button>
              )}
              <Button size="xs" variant="subtle" onClick={onClear}>
                {leadsTexts.clearSelection}
              </Button>
            </Group>
          </Paper>
        </Affix>
      )}
      {selection.kind === 'all' ? (
        <AllActions view={view} except={selection.except} {...act} />
      ) : (
        <SelectedActions leads={selection.leads} {...act} />
      )}
    </>
  );
}

interface ActionProps {
  readonly isOpen: 'edit' | 'delete' | undefined;
  readonly onClose: () => void;
  readonly onClear: () => void;
}

/** Actions for all matching leads. They start a background job, which continues after the user leaves the page. */
function AllActions({
  view,
  except,
  isOpen,
  onClose,
  onClear,
}: ActionProps & { view: LeadView; except: ReadonlySet<number> }) {
  const navigate = useNavigate();
  const edit = useChange('POST /leads/bulk/edit', ['GET /leads/jobs']);
  const remove = useChange('POST /leads/bulk/delete', ['GET /leads/jobs']);
  const [startsTriggers, setStartsTriggers] = useState(false);
  const params = { ...criteriaOf(view), except: [...except], start_triggers: startsTriggers };
  const watch = async ({ id }: { id: number }) => {
    onClear();
    await navigate({ to: '/leads/jobs/$id', params: { id: String(id) } });
  };
  const help = (
    <Stack gap="md">
      {leadsTexts.manyHelp}
      <StartTriggers checked={startsTriggers} onChange={setStartsTriggers} />
    </Stack>
  );
  return (
    <>
      <BulkEdit
        title={leadsTexts.bulkAllTitle}
        apply={leadsTexts.bulkAllApply}
        isOpen={isOpen === 'edit'}
        onApply={async (values) => watch(await edit.mutateAsync({ body: { ...params, values } }))}
        onClose={onClose}
        progress={help}
        isBusy={edit.isPending}
      />
      <ConfirmModal
        title={leadsTexts.bulkAllDeleteTitle}
        confirm={leadsTexts.bulkAllDelete}
        isOpen={isOpen === 'delete'}
        onConfirm={async () => watch(await remove.mutateAsync({ body: params }))}
        onClose={onClose}
      >
        {help}
      </ConfirmModal>
    </>
  );
}

/** Actions for individually selected leads. They run immediately, and the dialog shows the progress. */
function SelectedActions({
  leads,
  isOpen,
  onClose,
  onClear,
}: ActionProps & { leads: ReadonlyMap<number, Lead> }) {
  const ids = [...leads.keys()];
  const { state, run } = useBatch();
  const undo = useUndoEdit();
  const [refused, setRefused] = useState<readonly RejectedLead[]>([]);
  const act = async (wanted: BatchAct) => {
    const result = await run(wanted, ids);
    onClose();
    setRefused(
      result.refused.map(({ id, message }) => ({ id, name: leadName(leads.get(id) ?? { id }), message })),
    );
    const done = result.done - result.refused.length;
    const failed = new Set(result.refused.map(({ id }) => id));
    const gone = ids.filter((id) => !failed.has(id));
    if (wanted.kind === 'delete')
      showUndo(leadsTexts.deletedMany(done), () => run({ kind: 'restore' }, gone));
    else if (result.changed.length > 0)
      showUndo(leadsTexts.batchResult(done, result.refused.length), () => undo(result.changed));
    else showSuccess(leadsTexts.batchResult(done, result.refused.length));
    onClear();
  };
  return (
    <>
      <BulkEdit
        title={leadsTexts.bulkEditTitle(ids.length)}
        apply={leadsTexts.bulkApply(ids.length)}
        isOpen={isOpen === 'edit'}
        onApply={(values) => act({ kind: 'edit', values })}
        onClose={onClose}
        progress={state && <Working state={state} />}
        isBusy={state !== undefined}
      />
      <ConfirmModal
        title={leadsTexts.bulkDeleteTitle(ids.length)}
        confirm={leadsTexts.bulkDelete}
        isOpen={isOpen === 'delete'}
        onConfirm={() => act({ kind: 'delete' })}
        onClose={onClose}
      >
        {state ? <Working state={state} /> : leadsTexts.bulkDeleteHelp}
      </ConfirmModal>
      <RejectedLeads refused={refused} onClose={() => setRefused([])} />
    </>
  );
}

const Working = ({ state: { done, total } }: { state: BatchState }) => (
  <Stack gap={4}>
    <Progress value={(done / total) * 100} aria-label={leadsTexts.working} />
    <Text size="xs" c="dimmed">
      {leadsTexts.workDone(done, total)}
    </Text>
  </Stack>
);

interface RejectedLead {
  readonly id: number;
  readonly name: string;
  readonly message: string;
}

function RejectedLeads({ refused, onClose }: { refused: readonly RejectedLead[]; onClose: () => void }) {
  return (
    <Modal opened={refused.length > 0} onClose={onClose} title={leadsTexts.refusedTitle}>
      <Table>
        <Table.Tbody>
          {refused.map(({ id, name, message }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Name>{name}</Name>
              </Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
