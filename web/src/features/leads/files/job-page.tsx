import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiResponse, CallError, requestPath } from '../../../api/call.ts';
import { query, useChange } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { NotFound } from '../../../app/page-failures.tsx';
import { LeftAlone } from '../../../components/dialogs/left-alone.tsx';
import { UndoDialog } from '../../../components/dialogs/undo-dialog.tsx';
import { showFailure, showSuccess } from '../../../components/notices/notify.ts';
import { BackLink } from '../../../components/page/back-link.tsx';
import { Figures } from '../../../components/page/facts.tsx';
import { Loading } from '../../../components/page/loading.tsx';
import { PageFrame } from '../../../components/page/page-frame.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { fileTexts } from '../../../texts/leads/files.ts';
import { undoTexts } from '../../../texts/undo.ts';
import { ImportSetup } from './import-setup.tsx';
import { ImportSteps } from './import-steps.tsx';
import { RejectedRows } from './rejected-rows.tsx';

const route = getRouteApi('/leads/jobs/$id');
const jobs = { to: '/leads/jobs', label: fileTexts.jobsTitle };
const refreshMs = 700;
export type Job = ApiResponse<'GET /leads/jobs'>['jobs'][number];
const isInProgress = ({ status }: Job) => status === 'queued' || status === 'running';

/** A background job such as an import or export: its setup, progress and result. */
export function JobPage() {
  const id = Number(route.useParams().id);
  const [isCheckSkipped, setCheckSkipped] = useState(false);
  const { data, error } = useQuery({
    ...query('GET /leads/jobs/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? refreshMs : false),
  });
  if (error instanceof CallError && error.status === 404)
    return <NotFound text={error.message} list={jobs} />;
  if (error && !data) throw error;
  if (!data) return <Loading />;
  // The setup stays open during a check, so that the import has the same settings.
  const isOpen =
    data.kind === 'import' &&
    (data.status === 'draft' || data.status === 'checked' || (data.is_trial && isInProgress(data)));
  const isLastStep = data.status !== 'draft' || isCheckSkipped;
  return (
    <PageFrame
      back={<BackLink {...jobs} />}
      title={data.name}
      about={`${data.is_trial ? fileTexts.trial : fileTexts.kinds[data.kind]} · ${fileTexts.statuses[data.status]}`}
      actions={<Actions job={data} />}
    >
      {isOpen && <ImportSteps current={isLastStep ? 2 : 1} />}
      {data.status !== 'draft' && <Result job={data} />}
      {isOpen && (
        <ImportSetup
          id={id}
          isLastStep={isLastStep}
          isChecking={isInProgress(data)}
          isRefused={data.status === 'checked' && data.refused === data.rows}
          onSkipCheck={() => setCheckSkipped(true)}
        />
      )}
    </PageFrame>
  );
}

function Actions({ job }: { job: Job }) {
  const navigate = useNavigate();
  const cancel = useChange('POST /leads/jobs/:id/cancel', ['GET /leads/jobs/:id', 'GET /leads/jobs']);
  const remove = useChange('DELETE /leads/jobs/:id', ['GET /leads/jobs']);
  const may = useMay();
  const [isUndoing, undoing] = useDisclosure(false);
  const params = { id: job.id };
  const deleteJob = async () => {
    await remove.mutateAsync({ params });
    showSuccess(fileTexts.removed);
    await navigate({ to: '/leads/jobs' });
  };
  const stop = async () => {
    await cancel.mutateAsync({ params });
    showSuccess(fileTexts.cancelled);
  };
  return (
    <>
      {isUndoing && (
        <UndoDialog
          title={undoTexts.titleOfJob(job.name)}
          choices={[{ label: job.name, cause: { job: job.id } }]}
          onClose={undoing.close}
        />
      )}
      {job.may_undo && may('leads.edit') && (
        <Button
          variant="default"
          title={fileTexts.undoHelp}
          leftSection={<IconArrowBackUp size={14} />}
          onClick={undoing.open}
        >
          {fileTexts.undo}
        </Button>
      )}
      {isInProgress(job) ? (
        <Button variant="outline" color="red" onClick={() => void stop().catch(showFailure)}>
          {fileTexts.cancel}
        </Button>
      ) : (
        <Button
          variant="default"
          title={fileTexts.removeHelp}
          onClick={() => void deleteJob().catch(showFailure)}
        >
          {fileTexts.remove(job.kind)}
        </Button>
      )}
    </>
  );
}

function Result({ job }: { job: ApiResponse<'GET /leads/jobs/:id'> }) {
  const { kind, status, is_trial, progress, rows, error, refused, has_result } = job;
  return (
    <Panel title={fileTexts.says}>
      <Stack gap="md">
        {isInProgress(job) && <Progress value={progress * 100} aria-label={fileTexts.progress} animated />}
        <Text size="sm" c="dimmed" component="div" aria-live="polite">
          {fileTexts.statuses[status]} · {kind === 'undo' ? undoTexts.of(rows) : fileTexts.rowsDone(rows)}
          {job.ended_at !== null && (
            <>
              {' · '}
              <Moment at={job.ended_at} />
            </>
          )}
        </Text>
        {error !== null && (
          <Alert color="yellow" title={fileTexts.statuses[status]}>
            {error}
          </Alert>
        )}
        {kind !== 'export' && <Counts job={job} />}
        {status === 'checked' && (
          <Text size="sm">
            {refused === 0 ? fileTexts.checkedClean : fileTexts.checkedBad(refused, rows)}
          </Text>
        )}
        <RejectedRows job={job} />
        <LeftAlone entries={job.left_alone} total={refused} />
        <Group gap="sm">
          {has_result && (
            <Button
              component="a"
              href={requestPath('GET /leads/jobs/:id/result', { params: { id: job.id } })}
              download
              size="xs"
              variant={kind === 'export' ? 'filled' : 'default'}
              leftSection={<IconDownload size={14} />}
            >
              {kind === 'export'
                ? fileTexts.download
                : kind === 'undo'
                  ? undoTexts.download
                  : fileTexts.downloadRefused}
            </Button>
          )}
          {status === 'succeeded' && !is_trial && (
            <Button component={Link} to="/leads" size="xs" variant="default">
              {fileTexts.toLeads}
            </Button>
          )}
        </Group>
        {kind === 'import' && has_result && (
          <Text size="xs" c="dimmed">
            {fileTexts.refusedHelp}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function Counts({ job }: { job: Job }) {
  const { kind, is_trial, created, changed, unchanged, refused } = job;
  const undone = [
    [undoTexts.reverted, job.fields],
    [undoTexts.deleted, job.deleted],
    [undoTexts.restored, job.restored],
    [undoTexts.left, refused],
  ] as const;
  const facts =
    kind === 'undo'
      ? undone
      : ([
          ...(kind === 'import'
            ? [[is_trial ? fileTexts.wouldCreate : fileTexts.created, created] as const]
            : []),
          [
            kind === 'delete' ? fileTexts.deleted : is_trial ? fileTexts.wouldChange : fileTexts.changed,
            changed,
          ],
          ...(kind === 'delete' ? [] : [[fileTexts.unchanged, unchanged] as const]),
          [fileTexts.refused, refused],
        ] as const);
  return <Figures figures={facts} />;
}
