import { Alert, Button, Grid } from '@mantine/core';
import { IconCode, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiResponse, CallError } from '../../api/call.ts';
import { query, useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { NotFound } from '../../app/page-failures.tsx';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import { showUndo } from '../../components/notices/undo-toast.tsx';
import { BackLink } from '../../components/page/back-link.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { Popup } from '../../components/page/popup.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { leadsTexts, leadTexts } from '../../texts/leads.ts';
import { type Lead, leadName } from './field.ts';
import { LeadFacts } from './lead-facts.tsx';
import { LeadForm } from './lead-form.tsx';
import { LeadHistory } from './lead-history.tsx';

const route = getRouteApi('/leads/$id');
const stale = ['GET /leads/:id', 'GET /leads/:id/history', 'POST /leads/search'] as const;

/** One lead: its fields, history and actions. */
export function LeadPage() {
  const id = Number(route.useParams().id);
  const { data, error } = useQuery(query('GET /leads/:id', { params: { id } }));
  if (data)
    return data.lead === null ? (
      <DeletedLead id={id} found={data} />
    ) : (
      <LiveLead key={id} found={data} lead={data.lead as Lead} />
    );
  if (error instanceof CallError && error.status === 404) return <NotFound text={leadTexts.missing} />;
  if (error) throw error;
  return <Loading />;
}

type Found = ApiResponse<'GET /leads/:id'>;

function LiveLead({ found, lead }: { found: Found; lead: Lead }) {
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const edit = useChange('PATCH /leads/:id', stale);
  const remove = useChange('DELETE /leads/:id', stale);
  const restore = useChange('POST /leads/:id/restore', stale);
  const params = { id: lead.id };
  const save = async (body: Record<string, unknown>) => {
    await edit.mutateAsync({ params, body });
    setEditing(false);
    showSuccess(leadTexts.saved);
  };
  const deleteLead = async () => {
    await remove.mutateAsync({ params });
    showUndo(leadsTexts.deleted(leadName(lead)), () => restore.mutateAsync({ params }));
    await navigate({ to: '/leads', ignoreBlocker: true });
  };
  return (
    <PageFrame
      back={<BackLink to="/leads" label={leadsTexts.back} />}
      title={leadName(lead)}
      actions={
        <>
          <Popup label={leadTexts.copyCurl} icon={<IconCode size={14} />} width={480} size="sm">
            {() => <LeadCurl id={lead.id} />}
          </Popup>
          {found.may_delete && (
            <Button
              variant="outline"
              color="red"
              leftSection={<IconTrash size={14} />}
              loading={remove.isPending}
              onClick={() => void deleteLead().catch(showFailure)}
            >
              {leadTexts.delete}
            </Button>
          )}
          {found.may_edit && !isEditing && (
            <Button leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>
              {leadTexts.edit}
            </Button>
          )}
        </>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Panel title={leadTexts.fields}>
            {isEditing ? (
              <LeadForm
                values={lead}
                submit={leadTexts.save}
                onSubmit={save}
                onCancel={() => setEditing(false)}
              />
            ) : (
              <LeadFacts lead={lead} />
            )}
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <LeadHistory id={lead.id} lead={found.may_edit ? lead : undefined} />
        </Grid.Col>
      </Grid>
    </PageFrame>
  );
}

function DeletedLead({ id, found }: { id: number; found: Found }) {
  const restore = useChange('POST /leads/:id/restore', stale);
  const bringBack = async () => {
    await restore.mutateAsync({ params: { id } });
    showSuccess(leadsTexts.restored);
  };
  return (
    <PageFrame back={<BackLink to="/leads" label={leadsTexts.back} />} title={leadsTexts.unnamed(id)}>
      <Alert color="yellow" title={leadTexts.deleted}>
        {leadTexts.deletedHelp}
        {found.may_delete && (
          <Button
            mt="sm"
            size="xs"
            display="block"
            loading={restore.isPending}
            onClick={() => void bringBack().catch(showFailure)}
          >
            {leadTexts.restore}
          </Button>
        )}
      </Alert>
      <LeadHistory id={id} lead={undefined} />
    </PageFrame>
  );
}

function LeadCurl({ id }: { id: number }) {
  const { workspace } = useSession();
  return (
    <CopyText
      text={`curl '${workspace.base_url}/api/leads/${id}' \\\n  -H "Authorization: Bearer $HARK_TOKEN"`}
    />
  );
}
