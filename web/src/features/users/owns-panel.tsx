import { Anchor, Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { Name } from '../../components/values/name.tsx';
import { usersTexts } from '../../texts/users.ts';
import type { ViewedUser } from './viewed-user.ts';

const texts = usersTexts.page;

/** Shows how many leads the user owns, and which workflows run as the user. */
export const OwnsPanel = ({ viewed: { user, owns } }: { viewed: ViewedUser }) => (
  <SettingRows title={texts.owns}>
    <SettingAction label={texts.ownedLeads} help={texts.ownedLeadsHelp}>
      <Anchor
        size="sm"
        aria-label={texts.leadsOf(owns.leads, user.name)}
        renderRoot={(props) => (
          <Link
            to="/leads"
            search={{ filters: [{ alias: 'owner_id', operator: 'eq', value: user.id }] }}
            {...props}
          />
        )}
      >
        {owns.leads.toLocaleString()}
      </Anchor>
    </SettingAction>
    <SettingAction label={texts.ownedWorkflows} help={texts.ownedWorkflowsHelp}>
      <Anchor
        size="sm"
        aria-label={texts.workflowsOf(owns.workflows.length, user.name)}
        renderRoot={(props) => <Link to="/workflows" search={{ search: user.name }} {...props} />}
      >
        {owns.workflows.length}
      </Anchor>
    </SettingAction>
    {owns.workflows.map(({ id, name, is_on }) => (
      <SettingAction
        key={id}
        label={
          <Anchor component={Link} to={`/workflows/${id}`} size="sm">
            <Name>{name}</Name>
          </Anchor>
        }
      >
        {!is_on && <Badge variant="default">{texts.workflowOff}</Badge>}
      </SettingAction>
    ))}
  </SettingRows>
);
