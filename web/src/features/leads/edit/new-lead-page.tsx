import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.ts';
import { showSuccess } from '../../../components/notices/notify.ts';
import { BackLink } from '../../../components/page/back-link.tsx';
import { PageFrame } from '../../../components/page/page-frame.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { LeadForm } from './lead-form.tsx';

export function NewLeadPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  const create = useChange('POST /leads', ['POST /leads/search']);
  const submit = async (body: Record<string, unknown>) => {
    const { lead } = await create.mutateAsync({ body });
    showSuccess(leadTexts.created);
    await navigate({ to: '/leads/$id', params: { id: String(lead.id) }, ignoreBlocker: true });
  };
  return (
    <PageFrame back={<BackLink to="/leads" label={leadsTexts.back} />} title={leadTexts.newTitle}>
      <Panel title={leadTexts.fields}>
        <LeadForm
          values={{}}
          submit={leadTexts.create}
          ownerLabel={leadTexts.ownerIsYou(user.name)}
          onSubmit={submit}
          onCancel={() => void navigate({ to: '/leads', ignoreBlocker: true })}
        />
      </Panel>
    </PageFrame>
  );
}
