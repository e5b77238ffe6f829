import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { PageAction } from '../../components/page/page-action.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { rolesTexts as texts } from '../../texts/roles.ts';
import { ExplainPanel } from './explain-panel.tsx';
import { RolesMatrix } from './roles-matrix.tsx';

/** All roles side by side, and the access check. */
export function RolesPage() {
  const { data } = useSuspenseQuery(query('GET /roles', {}));
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      guide="console/people.md#roles-settingsroles"
      actions={<PageAction label={texts.add} to="/settings/roles/new" />}
    >
      <RolesMatrix data={data} />
      <ExplainPanel permissions={data.permissions} />
    </PageFrame>
  );
}
