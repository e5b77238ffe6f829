import { notifications } from '@mantine/notifications';
import { sharedTexts } from '../texts/shared.ts';

/** Says in passing that something was done. */
export const tellDone = (message: string = sharedTexts.saved) =>
  notifications.show({ message, color: 'green', withBorder: true });

/** Says in passing that something was not done, and why. */
export const tellFailure = (error: Error) =>
  notifications.show({
    title: sharedTexts.failedChange,
    message: error.message,
    color: 'red',
    withBorder: true,
  });
