import { Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ApiResponse } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { FilterRow } from '../../../components/fields/filter-row.tsx';
import { SearchBox } from '../../../components/fields/search-box.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { PageAction } from '../../../components/page/page-action.tsx';
import { PageFrame } from '../../../components/page/page-frame.tsx';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';
import { NewWorkflow } from './new-workflow.tsx';
import { WorkflowTable } from './workflow-table.tsx';

const route = getRouteApi('/workflows');

/** All workflows that the user can view. */
export function WorkflowsPage() {
  const { search = '', new: isNewOpen = false } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const result = useQuery({
    ...query('GET /workflows', { query: { search } }),
    placeholderData: keepPreviousData,
  });
  const open = (isOpen: boolean) =>
    void navigate({
      search: ({ new: _, ...rest }) => (isOpen ? { ...rest, new: true } : rest),
      replace: !isOpen,
    });
  const create = may('workflows.create') ? (
    <PageAction label={workflowsTexts.new.action} onClick={() => open(true)} />
  ) : null;
  const isEmpty = result.data?.total === 0 && search === '';
  return (
    <PageFrame
      title={workflowsTexts.title}
      about={workflowsTexts.about}
      actions={isEmpty ? undefined : create}
      guide="console/workflows.md#the-list"
    >
      <Loaded result={result}>
        {(found) =>
          isEmpty ? (
            <EmptyState
              drawing="flow"
              title={workflowsTexts.noneTitle}
              text={create ? workflowsTexts.noneText : workflowsTexts.noneToSee}
              action={create}
              guide="workflows.md"
            />
          ) : (
            <Found found={found} search={search} />
          )
        }
      </Loaded>
      {isNewOpen && may('workflows.create') && <NewWorkflow isOpen onClose={() => open(false)} />}
    </PageFrame>
  );
}

function Found({
  found: { workflows, total },
  search,
}: {
  found: ApiResponse<'GET /workflows'>;
  search: string;
}) {
  const navigate = route.useNavigate();
  return (
    <Stack gap="sm">
      <FilterRow>
        <SearchBox
          label={workflowsTexts.search}
          search={search}
          onSearch={(text) => void navigate({ search: text === '' ? {} : { search: text }, replace: true })}
        />
      </FilterRow>
      {total === 0 ? (
        <EmptyState title={workflowsTexts.noneFoundTitle} text={workflowsTexts.noneFoundText} />
      ) : (
        <WorkflowTable workflows={workflows} total={total} />
      )}
    </Stack>
  );
}
