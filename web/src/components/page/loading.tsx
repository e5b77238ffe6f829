import { Center, Loader } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';

export const Loading = () => (
  <Center py="xl" role="status" aria-label={sharedTexts.loading}>
    <Loader size="sm" />
  </Center>
);
