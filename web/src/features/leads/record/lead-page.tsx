import { Alert, Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ApiResponse, CallError } from '../../../api/call.ts';
import { query, useChange } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.ts';
import { NotFound } from '../../../app/page-failures.tsx';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { showFailure, showSuccess } from '../../../components/notices/notify.ts';
import { showUndo } from '../../../components/notices/undo-toast.tsx';
import { BackLink } from '../../../components/page/back-link.tsx';
import { Loading } from '../../../components/page/loading.tsx';
import { OverflowMenu } from '../../../components/page/overflow-menu.tsx';
import { PageFrame } from '../../../components/page/page-frame.tsx';
import { CopyText } from '../../../components/values/copy-text.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { staleAfterEdit } from '../edit/use-lead-edit.ts';
import { type Lead, leadName } from '../field.ts';
import { LeadActivity } from './lead-activity.tsx';
import { LeadFields } from './lead-fields.tsx';
import { LeadNeighbors } from './lead-neighbors.tsx';
import { LeadProposals } from './lead-proposals.tsx';
import classes from './record.module.css';
import { StartWorkflow } from './start-workflow.tsx';

const route = getRouteApi('/leads/$id');

/** One lead: its fields, history, runs and actions. */
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

function LiveLead({ found: { may_edit, may_delete }, lead }: { found: Found; lead: Lead }) {
  return (
    <PageFrame
      back={<BackLink to="/leads" label={leadsTexts.back} />}
      picture={<PersonAvatar name={leadName(lead)} size={30} />}
      title={leadName(lead)}
      actions={
        <>
          <LeadNeighbors id={lead.id} />
          <StartWorkflow lead={lead} />
          <Actions lead={lead} mayDelete={may_delete} />
        </>
      }
      guide="console/leads.md#view-one-lead"
    >
      <LeadProposals id={lead.id} />
      <div className={classes.columns}>
        <LeadFields lead={lead} mayEdit={may_edit} />
        <LeadActivity id={lead.id} lead={may_edit ? lead : undefined} />
      </div>
    </PageFrame>
  );
}

function Actions({ lead, mayDelete }: { lead: Lead; mayDelete: boolean }) {
  const navigate = useNavigate();
  const { workspace } = useSession();
  const [isCurlOpen, curl] = useDisclosure(false);
  const remove = useChange('DELETE /leads/:id', staleAfterEdit);
  const restore = useChange('POST /leads/:id/restore', staleAfterEdit);
  const params = { id: lead.id };
  const deleteLead = async () => {
    await remove.mutateAsync({ params });
    showUndo(leadsTexts.deleted(leadName(lead)), () => restore.mutateAsync({ params }));
    await navigate({ to: '/leads', ignoreBlocker: true });
  };
  return (
    <>
      <OverflowMenu
        items={[
          { label: leadTexts.copyCurl, icon: IconCode, onClick: curl.open },
          ...(mayDelete
            ? [
                {
                  label: leadTexts.delete,
                  icon: IconTrash,
                  isDanger: true,
                  onClick: () => void deleteLead().catch(showFailure),
                },
              ]
            : []),
        ]}
      />
      <Modal opened={isCurlOpen} onClose={curl.close} title={leadTexts.copyCurl} size="lg">
        <CopyText
          text={`curl '${workspace.base_url}/api/leads/${lead.id}' \\\n  -H "Authorization: Bearer $HARK_TOKEN"`}
        />
      </Modal>
    </>
  );
}

function DeletedLead({ id, found }: { id: number; found: Found }) {
  const restore = useChange('POST /leads/:id/restore', staleAfterEdit);
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
      <LeadProposals id={id} />
      <LeadActivity id={id} lead={undefined} />
    </PageFrame>
  );
}
