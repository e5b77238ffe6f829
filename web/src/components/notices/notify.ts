import { type NotificationData, notifications } from '@mantine/notifications';
import { sharedTexts } from '../../texts/shared.ts';
import { escapeBidi } from '../values/escape-bidi.ts';

const current = new Map<'done' | 'undo', string>();

/** Shows a toast. It replaces the previous toast of the same kind, which may be outdated. */
export function showToast(kind: 'done' | 'undo', toast: NotificationData): string {
  const old = current.get(kind);
  if (old !== undefined) notifications.hide(old);
  const id = notifications.show({ withBorder: true, ...toast });
  current.set(kind, id);
  return id;
}

/** Hides the toast that offers to undo the last change. */
export function withdrawUndo(): void {
  const offer = current.get('undo');
  if (offer !== undefined) notifications.hide(offer);
}

/** Shows a success toast. */
export const showSuccess = (message: string = sharedTexts.saved) =>
  showToast('done', { message: escapeBidi(message), color: 'green' });

/** Shows a toast with the reason why an action failed. */
export const showFailure = (error: Error) =>
  showToast('done', { title: sharedTexts.failedAction, message: error.message, color: 'red' });
