import { Text } from '@mantine/core';
import { DataBlock } from '../../../components/values/data-block.tsx';

/** A response's headers as HTTP writes them, a line each. */
export const ResponseHeaders = ({
  title,
  headers,
}: {
  title: string;
  headers: readonly (readonly [string, string])[];
}) => (
  <div>
    <Text size="xs" c="dimmed" mb={4}>
      {title}
    </Text>
    <DataBlock label={title} value={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />
  </div>
);
