import { Alert, Anchor, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import type { Act } from '../../api/session.ts';
import { Loaded } from '../../components/page/loaded.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { rolesTexts } from '../../texts/roles.ts';
import { permissionName, wordOf } from './permission-words.ts';
import type { Permission } from './role.ts';
import type { RolesSearch } from './roles-search.ts';

const route = getRouteApi('/settings/roles');
const texts = rolesTexts.explain;
const isAct = (act: string | undefined): act is Act => act !== undefined && Object.hasOwn(texts.acts, act);

/**
 * Checks whether a user can perform an act, and shows which rule decides it. The user and the act are kept in the URL, so
 * the result can be shared.
 */
export function ExplainPanel({ permissions }: { permissions: readonly Permission[] }) {
  const { user, act } = route.useSearch();
  const navigate = route.useNavigate();
  const ask = (wanted: { user?: number | undefined; act?: string | undefined }) =>
    void navigate({ search: (present) => ({ ...present, ...wanted }) as RolesSearch, replace: true });
  return (
    <Panel title={texts.title} about={texts.about}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" maw="var(--line-length)">
        <UserPicker user={user} onPick={(picked) => ask({ user: picked })} />
        <Select
          label={texts.act}
          placeholder={texts.pickAct}
          data={Object.entries(texts.acts).map(([value, label]) => ({ value, label }))}
          value={isAct(act) ? act : null}
          onChange={(value) => ask({ act: value ?? undefined })}
          searchable
          comboboxProps={{ withinPortal: false }}
        />
      </SimpleGrid>
      {user !== undefined && isAct(act) && <Verdict user={user} act={act} permissions={permissions} />}
    </Panel>
  );
}

/** A select for a user. The server searches while the user types. */
function UserPicker({
  user,
  onPick,
}: {
  user: number | undefined;
  onPick: (user: number | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { data } = useQuery({
    ...query('GET /users', { query: search.trim() === '' ? {} : { search: search.trim() } }),
    placeholderData: keepPreviousData,
  });
  const picked = useQuery({
    ...query('GET /users/:id', { params: { id: user ?? 0 } }),
    enabled: user !== undefined,
  }).data?.user;
  const users = [...(data?.users ?? []), ...(picked ? [picked] : [])];
  const options = new Map(users.map(({ id, name, email }) => [String(id), `${escapeBidi(name)} · ${email}`]));
  return (
    <Select
      label={texts.user}
      placeholder={texts.pickUser}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={user === undefined ? null : String(user)}
      onChange={(value) => onPick(value === null ? undefined : Number(value))}
      // Once a user is selected, the field contains their name. Searching for it would hide all other users.
      onSearchChange={(text) => setTyped([...options.values()].includes(text) ? '' : text)}
      searchable
      filter={({ options: found }) => found}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

interface VerdictProps {
  readonly user: number;
  readonly act: Act;
  readonly permissions: readonly Permission[];
}

const Verdict = ({ user, act, permissions }: VerdictProps) => (
  <Loaded result={useQuery(query('GET /explain', { query: { user, act } }))}>
    {(answer) => <Answer data={answer} act={act} permissions={permissions} />}
  </Loaded>
);

function Answer({
  data,
  act,
  permissions,
}: Omit<VerdictProps, 'user'> & { data: ApiResponse<'GET /explain'> }) {
  const isAllowed = data.reach !== 'none';
  return (
    <Alert
      role="status"
      color={isAllowed ? 'green' : 'red'}
      title={texts.verdict(escapeBidi(data.user.name), act, data.reach)}
      style={{ overflowWrap: 'anywhere' }}
    >
      <Stack gap={4}>
        <Text size="sm">
          {texts.because(escapeBidi(data.role.name))[data.rule]} {permissionText(data, permissions)}
        </Text>
        {isAllowed && (
          <>
            <Text size="sm">{texts.rest(data.may_use_rest_api)}</Text>
            <Text size="sm">{texts.agents(data.may_connect_agents)}</Text>
          </>
        )}
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/settings/roles/$id" params={{ id: String(data.role.id) }} {...props} />
          )}
        >
          {texts.changeRole}
        </Anchor>
      </Stack>
    </Alert>
  );
}

/** Returns the name of the permission that determines the answer, and its value in the role. */
function permissionText(
  { permission, held }: ApiResponse<'GET /explain'>,
  permissions: readonly Permission[],
): string {
  const found = permissions.find(({ key }) => key === permission);
  if (!found) return '';
  return texts.held(permissionName(found), held === null ? texts.notNamed : wordOf(found, held));
}
