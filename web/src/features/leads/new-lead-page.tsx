import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/queries.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { Panel } from '../../components/panel.tsx';
import { tellDone } from '../../components/tell.ts';
import { leadTexts } from '../../texts/leads.ts';
import { LeadForm } from './lead-form.tsx';

export function NewLeadPage() {
  const navigate = useNavigate();
  const create = useChange('POST /leads', ['POST /leads/search']);
  const submit = async (body: Record<string, unknown>) => {
    const { lead } = await create.mutateAsync({ body });
    tellDone(leadTexts.created);
    await navigate({ to: '/leads/$id', params: { id: String(lead.id) } });
  };
  return (
    <PageFrame title={leadTexts.newTitle} about={leadTexts.newHelp}>
      <Panel title={leadTexts.fields}>
        <LeadForm
          values={{}}
          submit={leadTexts.create}
          onSubmit={submit}
          onCancel={() => void navigate({ to: '/leads' })}
        />
      </Panel>
    </PageFrame>
  );
}
