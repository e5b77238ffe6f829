import { Anchor, Button, Center, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { requestsTexts as texts } from '../../texts/runs/requests.ts';
import { RequestDetail } from './detail/request-detail.tsx';
import { RequestChart } from './request-chart.tsx';
import { RequestFilters } from './request-filters.tsx';
import { RequestList } from './request-list.tsx';
import classes from './requests.module.css';
import type { RequestSearch, SetSearch } from './search.ts';
import { keyOf, useRequests } from './use-requests.ts';

/**
 * The request inspector, for all workflows or for one: a list and the selected request next to it. On a phone, the
 * request replaces the list. `search` comes from the page's URL.
 */
export function RequestsView({
  search: inUrl,
  onSearch,
  workflow,
  hasPeriod,
}: {
  search: RequestSearch;
  onSearch: SetSearch;
  /** The only workflow to show, whose activity this is. Without it, users can choose one. */
  workflow?: number;
  /** Whether the time range is among the filters. Otherwise it is in the page's bars. */
  hasPeriod: boolean;
}) {
  const isNarrow = useNarrow();
  const requests = useRequests(inUrl, workflow);
  const first = requests.rows?.[0];
  const open = inUrl.open ?? (isNarrow || !first ? undefined : keyOf(first));
  const close = () => {
    const { open: _, ...rest } = inUrl;
    onSearch(rest);
  };
  const isFiltered = Object.keys(inUrl).some((key) => key !== 'open');
  const filters = (
    <RequestFilters
      search={inUrl}
      onSearch={onSearch}
      counts={requests.counts}
      hasWorkflow={workflow === undefined}
      hasPeriod={hasPeriod}
    />
  );
  const scope = <Scope workflow={workflow} />;
  if (requests.rows?.length === 0 && !isFiltered && !open)
    return (
      <Stack gap="md">
        {hasPeriod && filters}
        <NoRequests />
        <Center>{scope}</Center>
      </Stack>
    );
  return (
    <div className={classes.split}>
      {!(isNarrow && open) && (
        <section className={classes.list} aria-label={texts.list.label}>
          <div className={classes.head}>
            {scope}
            {filters}
            <RequestChart summary={requests.summary} kind={inUrl.kind} search={inUrl} onSearch={onSearch} />
          </div>
          <RequestList
            requests={requests}
            open={open}
            isInWorkflow={workflow !== undefined}
            onOpen={(key) => onSearch({ ...inUrl, open: key }, { replace: !isNarrow })}
            onReset={() => onSearch({})}
          />
        </section>
      )}
      {open && <RequestDetail key={open} open={open} {...(isNarrow ? { onClose: close } : {})} />}
    </div>
  );
}

/** Says which requests are listed: only the workspace's diagnostics include those with a rejected token. */
const Scope = ({ workflow }: { workflow: number | undefined }) => (
  <Text c="dimmed" size="xs">
    {workflow === undefined ? texts.about : texts.elsewhere}{' '}
    {workflow !== undefined && (
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link to="/requests" search={{ workflow, kind: 'refused' }} {...props} />}
      >
        {texts.open}
      </Anchor>
    )}
  </Text>
);

/** Shown instead of the inspector while there are no requests. */
const NoRequests = () => (
  <EmptyState
    drawing="inbox"
    title={texts.list.empty}
    text={texts.list.emptyHelp}
    action={
      <Button variant="default" component={Link} to="/workflows">
        {texts.list.emptyAction}
      </Button>
    }
    guide="console/listeners.md#the-request-inspector"
  />
);
