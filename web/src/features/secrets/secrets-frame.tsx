import type { ReactNode } from 'react';
import { TabLinks } from '../../components/navigation/tab-links.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import type { GuideSection } from '../../texts/guides.ts';
import { secretsTexts as texts } from '../../texts/secrets/secrets.ts';

const to = '/settings/secrets';

/** The page around the secrets and the connections. */
export const SecretsFrame = ({
  tab,
  about,
  actions,
  guide,
  children,
}: {
  tab: keyof typeof texts.tabs;
  about: ReactNode;
  actions: ReactNode;
  guide: GuideSection;
  children: ReactNode;
}) => (
  <PageFrame title={useNarrow() ? texts.tabs[tab] : texts.page} about={about} actions={actions} guide={guide}>
    <div>
      <TabLinks
        kind="segments"
        label={texts.tabsLabel}
        links={[
          { to, label: texts.tabs.secrets, isCurrent: tab === 'secrets' },
          {
            to,
            search: { tab: 'connections' },
            label: texts.tabs.connections,
            isCurrent: tab === 'connections',
          },
        ]}
      />
    </div>
    {children}
  </PageFrame>
);
