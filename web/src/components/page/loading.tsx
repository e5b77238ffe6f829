import { Center, Loader, Skeleton, Stack } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';

export const Loading = () => (
  <Center py="xl" role="status" aria-label={sharedTexts.loading}>
    <Loader size="sm" />
  </Center>
);

/** The outline of a screen that is loading: its bar and its content. */
export const LoadingPage = () => (
  <Stack gap="lg" px="md" py={18} role="status" aria-label={sharedTexts.loading}>
    <Skeleton height={20} width={180} />
    <Skeleton height={96} radius="lg" mt="xs" />
    <Skeleton height={240} radius="lg" />
  </Stack>
);
