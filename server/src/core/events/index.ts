export {
  deleteEvents,
  type EventType,
  eventInsert,
  givePositions,
  type LeadEventData,
  type LeadEventType,
  lockRelay,
  type NewLeadEvent,
  type StoredEvent,
  selectPending,
  selectPendingWorkspaces,
} from './event-store.ts';
export { purgeEvents } from './purge-events.ts';
