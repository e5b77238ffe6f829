import { Stack, Switch, Text } from '@mantine/core';
import { useChange } from '../../api/queries.ts';
import { showFailure } from '../../components/notices/notify.ts';
import { showUndo } from '../../components/notices/undo-toast.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { oauthClientsTexts } from '../../texts/oauth-clients.ts';
import classes from './oauth-clients.module.css';
import type { ViewedClient } from './viewed-client.ts';

const texts = oauthClientsTexts.page;

/** The properties that can't be changed after creation (spec/oauth §1.1), and the switch that enables the app. */
export function ClientFacts({ client }: { client: ViewedClient['client'] }) {
  const change = useChange('PATCH /oauth-clients/:id', ['GET /oauth-clients', 'GET /oauth-clients/:id']);
  const { id, name, active } = client;
  const setActive = (active: boolean) => change.mutateAsync({ params: { id }, body: { active } });
  const toggle = () =>
    setActive(!active).then(
      () => showUndo(texts.switched(name, !active), () => setActive(active)),
      showFailure,
    );
  const isIssued = client.source === 'administrator';
  return (
    <Panel title={texts.details} about={texts.fixed}>
      <Text component="dl" size="sm" className={classes.facts}>
        <dt>{texts.clientId}</dt>
        <dd>
          <CopyText text={client.client_id} label={texts.copyId} />
        </dd>
        <dt>{texts.scope}</dt>
        <dd>{client.scope}</dd>
        <dt>{texts.kind}</dt>
        <dd>{client.confidential ? texts.confidential : texts.public}</dd>
        <dt>{isIssued ? texts.made : texts.firstApproved}</dt>
        <dd>
          <Moment at={client.created_at} />
        </dd>
      </Text>
      <Stack gap={4}>
        <Switch
          checked={active}
          onChange={() => void toggle()}
          disabled={change.isPending}
          label={texts.switchLabel}
          description={texts.switchHelp}
        />
      </Stack>
    </Panel>
  );
}
