import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { BackLink } from '../../components/page/back-link.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { oauthClientsTexts as texts } from '../../texts/oauth-clients.ts';
import { ClientFacts } from './client-facts.tsx';
import { DeleteClient } from './delete-client.tsx';
import { DocumentPanel } from './document-panel.tsx';
import { GrantsPanel } from './grants-panel.tsx';
import { RedirectsPanel } from './redirects-panel.tsx';
import { UndoButton } from './undo-button.tsx';

const route = getRouteApi('/apps/oauth/$id');

/** An app's properties, redirect URIs, metadata document and authorizations. */
export function OauthClientPage() {
  const { id } = route.useParams();
  const { data } = useSuspenseQuery(query('GET /oauth-clients/:id', { params: { id: Number(id) } }));
  const { client } = data;
  return (
    <PageFrame
      isNarrow
      back={<BackLink to="/apps/oauth" label={texts.page.back} />}
      title={client.name}
      about={texts.sources[client.source]}
      actions={
        <>
          <UndoButton id={client.id} name={client.name} />
          <DeleteClient client={client} />
        </>
      }
      guide="console/oauth-clients.md"
    >
      <Stack gap="md">
        <ClientFacts client={client} />
        <RedirectsPanel key={client.redirect_uris.join()} client={client} />
        {client.source === 'metadata_document' && <DocumentPanel client={client} />}
        <GrantsPanel viewed={data} />
      </Stack>
    </PageFrame>
  );
}
