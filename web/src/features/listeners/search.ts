import { getRouteApi } from '@tanstack/react-router';

/** Gives the page's components access to its route. */
export const listenerPlace = getRouteApi('/workflows/$id/listener');

export const listenerTabs = ['call', 'settings', 'tokens', 'browsers'] as const;
export type ListenerTab = (typeof listenerTabs)[number];

export const isTab = (value: unknown): value is ListenerTab => listenerTabs.includes(value as ListenerTab);
