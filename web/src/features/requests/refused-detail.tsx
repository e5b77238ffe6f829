import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { Facts } from '../../components/page/facts.tsx';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { arrivalOf, Found, Part } from './request-parts.tsx';

const { detail: texts, reasons, help } = requestsTexts;

/** Everything that is stored about a rejected request. */
export function RefusedDetail({ id }: { id: number }) {
  const result = useQuery(query('GET /requests/refused/:id', { params: { id } }));
  return (
    <Found result={result}>
      {(request) => (
        <Stack gap="md">
          {/* Show the full explanation here, because the list already shows the short reason. */}
          <Text>{help[request.reason] ?? reasons[request.reason] ?? request.reason}</Text>
          <Facts
            facts={[...arrivalOf(request), [texts.method, request.method], [texts.address, request.address]]}
          />
          <Part title={texts.headerNames} about={texts.headerNamesAbout}>
            <Group gap={6}>
              {request.header_names.map((name) => (
                <Badge key={name} variant="default" fw={400} h="auto" className="wrap-badge">
                  {name}
                </Badge>
              ))}
            </Group>
          </Part>
        </Stack>
      )}
    </Found>
  );
}
