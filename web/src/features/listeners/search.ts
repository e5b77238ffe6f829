import { getRouteApi } from '@tanstack/react-router';

/** The address of the screen, for its parts. */
export const listenerPlace = getRouteApi('/workflows/$id/listener');

export const listenerTabs = ['call', 'settings', 'tokens', 'browsers'] as const;
export type ListenerTab = (typeof listenerTabs)[number];

export const isTab = (value: unknown): value is ListenerTab => listenerTabs.includes(value as ListenerTab);
