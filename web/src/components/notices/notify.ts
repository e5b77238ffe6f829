import { type NotificationData, notifications } from '@mantine/notifications';
import { sharedTexts } from '../../texts/shared.ts';
import { shownText } from '../values/shown-text.ts';

const shown = new Map<'done' | 'undo', string>();

/** Says something in passing. Of a kind only the newest stays: the older one may say the opposite by now. */
export function tell(kind: 'done' | 'undo', news: NotificationData): string {
  const old = shown.get(kind);
  if (old !== undefined) notifications.hide(old);
  const id = notifications.show({ withBorder: true, ...news });
  shown.set(kind, id);
  return id;
}

/** Withdraws the offer to undo the last change. */
export function withdrawUndo(): void {
  const offer = shown.get('undo');
  if (offer !== undefined) notifications.hide(offer);
}

/** Says that something was done. */
export const tellDone = (message: string = sharedTexts.saved) =>
  tell('done', { message: shownText(message), color: 'green' });

/** Says that something was not done, and why. */
export const tellFailure = (error: Error) =>
  tell('done', { title: sharedTexts.failedChange, message: error.message, color: 'red' });
