import { type NotificationData, notifications } from '@mantine/notifications';
import { sharedTexts } from '../../texts/shared.ts';
import { escapeBidi } from '../values/escape-bidi.ts';

interface Shown {
  readonly id: string;
  readonly at: number;
}

const shownMs = 4_000;
/** A toast that is younger belongs to the action that opened the next page, so it stays. */
const minAgeMs = 1_000;
const current = new Map<'done' | 'undo', Shown>();

/** Shows a toast. It replaces the previous toast of the same kind, which may be outdated. */
export function showToast(kind: 'done' | 'undo', toast: NotificationData): string {
  hide(kind);
  const id = notifications.show({ withBorder: true, autoClose: shownMs, ...toast });
  current.set(kind, { id, at: Date.now() });
  return id;
}

/** Hides the toast that offers to undo the last change. */
export const withdrawUndo = (): void => hide('undo');

/** Hides the toasts of the page that the user leaves. */
export function hideOldToasts(): void {
  for (const [kind, { at }] of current) if (Date.now() - at >= minAgeMs) hide(kind);
}

function hide(kind: 'done' | 'undo'): void {
  const toast = current.get(kind);
  if (toast) notifications.hide(toast.id);
  current.delete(kind);
}

/** Shows a success toast. */
export const showSuccess = (message: string = sharedTexts.saved) =>
  showToast('done', { message: escapeBidi(message), color: 'green' });

/** Shows a toast with the reason why an action failed. */
export const showFailure = (error: Error) =>
  showToast('done', { title: sharedTexts.failedAction, message: error.message, color: 'red' });
