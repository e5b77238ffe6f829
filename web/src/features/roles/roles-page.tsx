import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
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
      guide="console/people.md"
      actions={
        <Button
          leftSection={<IconPlus size={16} />}
          renderRoot={(props) => <Link to="/settings/roles/$id" params={{ id: 'new' }} {...props} />}
        >
          {texts.add}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {texts.count(data.roles.length)}
      </Text>
      <RolesMatrix data={data} />
      <ExplainPanel permissions={data.permissions} />
    </PageFrame>
  );
}
