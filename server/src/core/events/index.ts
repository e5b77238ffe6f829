export {
  deleteEvents,
  eventInsert,
  givePositions,
  type LeadEventType,
  lockRelay,
  type NewLeadEvent,
  type PendingEvent,
  selectPending,
  selectPendingWorkspaces,
} from './event-store.ts';
export { purgeEvents } from './purge-events.ts';
