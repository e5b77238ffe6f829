import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData } from '@mantine/spotlight';
import {
  IconApps,
  IconArrowForwardUp,
  IconFileImport,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconUserPlus,
  IconWebhook,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { type Act, useMay, useSession } from '../../api/session.ts';
import { shellTexts } from '../../texts/shell.ts';

const { actions: texts } = shellTexts;

interface PageAction {
  readonly label: string;
  readonly icon: FunctionComponent<{ size?: number; stroke?: number }>;
  readonly act: Act;
  readonly to: string;
  readonly search?: object;
}

/** Actions that start on a page. */
const pageActions: readonly PageAction[] = [
  {
    label: texts.createWorkflow,
    icon: IconPlus,
    act: 'workflows.create',
    to: '/workflows',
    search: { new: true },
  },
  { label: texts.createLead, icon: IconPlus, act: 'leads.create', to: '/leads/new' },
  { label: texts.importLeads, icon: IconFileImport, act: 'leads.import', to: '/leads/import' },
  {
    label: texts.retryRuns,
    icon: IconArrowForwardUp,
    act: 'runs.retry',
    to: '/runs',
    search: { status: 'failed' },
  },
  {
    label: texts.inviteUser,
    icon: IconUserPlus,
    act: 'users.manage',
    to: '/settings/users',
    search: { new: true },
  },
  {
    label: texts.createApp,
    icon: IconApps,
    act: 'oauth_clients.manage',
    to: '/apps/oauth',
    search: { new: true },
  },
  {
    label: texts.createWebhook,
    icon: IconWebhook,
    act: 'webhooks.manage',
    to: '/apps/webhooks',
    search: { new: true },
  },
];

/** Returns what the user can do from the search, apart from opening pages. Signing out is separate: it is the last row. */
export function usePaletteActions(): { actions: SpotlightActionData[]; leave: SpotlightActionData } {
  const may = useMay();
  const navigate = useNavigate();
  const { form_token } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = document.documentElement.dataset.mantineColorScheme === 'dark' || colorScheme === 'dark';
  const Scheme = isDark ? IconSun : IconMoon;
  const actions = [
    ...pageActions
      .filter(({ act }) => may(act))
      .map(({ label, icon: Icon, to, search = {} }) => ({
        id: label,
        label,
        leftSection: <Icon size={18} stroke={1.6} />,
        onClick: () => void navigate({ to, search: search as never }),
      })),
    {
      id: texts.light,
      label: isDark ? texts.light : texts.dark,
      leftSection: <Scheme size={18} stroke={1.6} />,
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
  ];
  const leave = {
    id: shellTexts.signOut,
    label: shellTexts.signOut,
    leftSection: <IconLogout size={18} stroke={1.6} />,
    onClick: () => signOut(form_token),
  };
  return { actions, leave };
}

/** Signs out like the account menu: with a form, because the server then redirects the browser. */
function signOut(formToken: string): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: '/sign-out', hidden: true });
  const token = document.createElement('input');
  Object.assign(token, { name: 'form_token', value: formToken });
  form.append(token);
  document.body.append(form);
  form.submit();
}
