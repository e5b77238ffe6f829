import { Button, NativeSelect } from '@mantine/core';
import { FilterRow } from '../../components/fields/filter-row.tsx';
import { WorkflowChoice } from '../../components/fields/workflow-choice.tsx';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { type RequestSearch, requestsPlace, type Span } from './search.ts';

const { filters: texts, reasons } = requestsTexts;

type Change = { [Key in keyof RequestSearch]: RequestSearch[Key] | undefined };

/** The filters, which are kept in the URL. */
export function RequestFilters() {
  const { open: _, ...search } = requestsPlace.useSearch();
  const navigate = requestsPlace.useNavigate();
  const set = (part: Change) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...part }), replace: true });
  return (
    <FilterRow>
      <WorkflowChoice workflow={search.workflow} onChoose={(workflow) => set({ workflow })} />
      <Choice
        label={texts.kind}
        value={search.kind}
        choices={texts.kinds}
        onChoose={(kind) => set({ kind: kind as RequestSearch['kind'], reason: undefined })}
      />
      {search.kind !== 'accepted' && (
        <Choice
          label={texts.reason}
          value={search.reason}
          choices={{ '': texts.anyReason, ...reasons }}
          onChoose={(reason) => set({ reason })}
        />
      )}
      <Choice
        label={texts.since}
        value={search.since}
        choices={texts.spans}
        onChoose={(since) => set({ since: since as Span | undefined })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          {texts.reset}
        </Button>
      )}
    </FilterRow>
  );
}

/** A select whose empty option means no filter. */
const Choice = ({
  label,
  value = '',
  choices,
  onChoose,
}: {
  label: string;
  value: string | undefined;
  choices: Readonly<Record<string, string>>;
  onChoose: (value: string | undefined) => void;
}) => (
  <NativeSelect
    label={label}
    value={value}
    onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? undefined : currentTarget.value)}
    data={Object.entries(choices).map(([one, text]) => ({ value: one, label: text }))}
  />
);

const withoutEmpty = (search: object): RequestSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
