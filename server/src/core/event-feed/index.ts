export { envelopeOf, eventIdOf } from './envelope.ts';
export { readFeed } from './read-feed.ts';
export { type EventHandler, type RelayedEvents, relayEvents } from './relay-events.ts';
export { type EventPresenter, openPresenter, type ShownEvent } from './shown-event.ts';
