export {
  deleteEvents,
  type EventType,
  eventInsert,
  eventTypes,
  givePositions,
  type LeadEventData,
  type LeadEventType,
  lockRelay,
  type NewLeadEvent,
  type StoredEvent,
  selectAtPositions,
  selectEvent,
  selectPending,
  selectPendingWorkspaces,
  selectPeriod,
} from './event-store.ts';
export { eventsKeptMs, purgeEvents } from './purge-events.ts';
export { deleteRunEvents, runEventInsert, selectRunErrors } from './run-event-store.ts';
