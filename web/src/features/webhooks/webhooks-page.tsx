import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { PageAction } from '../../components/page/page-action.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { webhooksTexts as texts } from '../../texts/webhooks.ts';
import { DeliveryChip, WebhookChip } from './chips.tsx';
import { CreateModal } from './create-modal.tsx';
import type { Webhook } from './webhook.ts';
import classes from './webhooks.module.css';

const route = getRouteApi('/apps/webhooks');
const refreshMs = 15_000;

/** The URLs that events are sent to. */
export function WebhooksPage() {
  const { data } = useSuspenseQuery({ ...query('GET /webhooks', {}), refetchInterval: refreshMs });
  const { new: isCreating = false } = route.useSearch();
  const navigate = route.useNavigate();
  const setCreating = (isOpen: boolean) =>
    void navigate({ search: isOpen ? { new: true } : {}, replace: true });
  const { webhooks } = data;
  const add = <PageAction label={texts.add} onClick={() => setCreating(true)} />;
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      actions={webhooks.length > 0 && add}
      guide="event-webhooks.md"
    >
      {webhooks.length === 0 ? (
        <EmptyState
          drawing="event"
          title={texts.none}
          text={texts.noneHelp}
          action={add}
          guide="event-webhooks.md"
        />
      ) : (
        <DataTable
          name="webhooks"
          label={texts.title}
          columns={columns}
          rows={webhooks}
          keyOf={keyOf}
          nameOf={nameOf}
          footer={<span role="status">{texts.count(webhooks.length)}</span>}
          linkOf={({ id }) => ({ to: '/apps/webhooks/$id', params: { id: String(id) } })}
        />
      )}
      <CreateModal isOpen={isCreating} onClose={() => setCreating(false)} />
    </PageFrame>
  );
}

const keyOf = ({ id }: Webhook) => String(id);
const nameOf = ({ name }: Webhook) => escapeBidi(name);

const eventTypeCount = Object.keys(texts.form.typeHelp).length;
const maxTypes = 2;

function typesOf({ types }: Webhook): string {
  if (types.length === eventTypeCount) return texts.allTypes;
  const shown = types.slice(0, maxTypes).join(', ');
  return types.length > maxTypes ? texts.moreTypes(shown, types.length - maxTypes) : shown;
}

/** On narrow screens, everything is below the name. */
const columns: readonly Column<Webhook>[] = [
  {
    key: 'name',
    label: texts.columns.name,
    isLink: true,
    sortBy: ({ name }) => name,
    cell: ({ name, url }) => (
      <>
        <Name>{name}</Name>
        <Text span display="block" size="xs" c="dimmed" truncate>
          <Name>{url}</Name>
        </Text>
      </>
    ),
    below: (webhook) => (
      <Text size="xs" c="dimmed" component="div" hiddenFrom="sm" mt={6}>
        <span className={classes.beforeText}>
          <WebhookChip webhook={webhook} />
        </span>
        <Activity webhook={webhook} />
      </Text>
    ),
  },
  {
    key: 'types',
    label: texts.columns.types,
    width: 190,
    from: 'md',
    cell: typesOf,
  },
  {
    key: 'state',
    label: texts.columns.state,
    width: 110,
    from: 'sm',
    cell: (webhook) => <WebhookChip webhook={webhook} />,
  },
  {
    key: 'last',
    label: texts.columns.last,
    width: 230,
    from: 'sm',
    cell: (webhook) => <LastDelivery webhook={webhook} />,
  },
];

/** The last delivery and, if there is a problem, since when. */
const LastDelivery = ({ webhook }: { webhook: Webhook }) => (
  <>
    {webhook.last_delivery ? (
      <>
        <span className={classes.beforeText}>
          <DeliveryChip status={webhook.last_delivery.status} hasFailed={webhook.failing_since !== null} />
        </span>
        <Moment at={webhook.last_delivery.at} isInGrid />
      </>
    ) : (
      texts.noDeliveries
    )}
    {(webhook.failing_since !== null || webhook.disabled) && (
      <Text size="xs" c="dimmed" component="div" mt={2}>
        <Activity webhook={webhook} />
      </Text>
    )}
  </>
);

/** Why and since when the webhook is disabled, or since when it is failing, or when it sent something last. */
function Activity({ webhook }: { webhook: Webhook }) {
  const { active, disabled, failing_since, last_delivery } = webhook;
  if (!active && disabled)
    return (
      <>
        {disabledWhy(webhook)} · <Moment at={disabled.at} isInGrid />
      </>
    );
  if (failing_since !== null)
    return (
      <>
        {texts.firstFailure} <Moment at={failing_since} isInGrid />
      </>
    );
  return last_delivery ? <Moment at={last_delivery.at} isInGrid /> : texts.noDeliveries;
}

function disabledWhy({ disabled, disabled_reason }: Webhook): string {
  if (disabled_reason !== null) return texts.disabledWhy[disabled_reason];
  return disabled?.user ? texts.disabledWhy.user(escapeBidi(disabled.user.name)) : texts.disabledWhy.operator;
}
