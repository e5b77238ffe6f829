import { Tabs } from '@mantine/core';
import { Panel } from '../../../components/page/panel.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { runTexts } from '../../../texts/runs/runs-run.ts';

const { trigger: texts } = runTexts;

/** The data that started the run. A request's fields, body and headers are shown separately. */
export function TriggerData({ input }: { input: unknown }) {
  const parts = partsOf(input);
  return (
    <Panel title={texts.title}>
      {parts.length === 1 ? (
        <DataBlock value={parts[0]?.value} label={texts.title} />
      ) : (
        <Tabs defaultValue={parts[0]?.name ?? null} keepMounted={false}>
          <Tabs.List>
            {parts.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {parts.map(({ name, value }) => (
            <Tabs.Panel key={name} value={name} pt="sm">
              <DataBlock value={value} label={name} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Panel>
  );
}

interface Part {
  readonly name: string;
  readonly value: unknown;
}

/** Splits the input of a request into its parts (spec/listeners §6). Other inputs have only one. */
function partsOf(input: unknown): readonly Part[] {
  if (typeof input !== 'object' || input === null || !('__headers' in input))
    return [{ name: texts.title, value: input }];
  const { __headers, __body, __raw, __repeated: _, ...fields } = input as Record<string, unknown>;
  const { __jwt_data, __jwt_sub, ...headers } = Object(__headers) as Record<string, unknown>;
  const token = { sub: first(__jwt_sub), data: first(__jwt_data) };
  const parts = [
    { name: texts.fields, value: Object.keys(fields).length > 0 ? fields : undefined },
    { name: texts.body, value: __body },
    { name: texts.raw, value: __raw },
    { name: texts.token, value: Object.values(token).some((one) => one !== undefined) ? token : undefined },
    { name: texts.headers, value: linesOf(headers) },
  ].filter(({ value }) => value !== undefined);
  return parts.length === 0 ? [{ name: texts.title, value: input }] : parts;
}

const first = (values: unknown): unknown => (Array.isArray(values) ? values[0] : undefined);

/** The headers as HTTP writes them, a line each. */
const linesOf = (headers: Readonly<Record<string, unknown>>): string | undefined =>
  Object.entries(headers)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${String(value)}`))
    .join('\n') || undefined;
