export { compareClocks } from './compare-clocks.ts';
export { describeDatabase } from './database-trouble.ts';
export {
  type Check,
  examine,
  examineClock,
  examineInOrder,
  examineOwnerServer,
  type Finding,
  type Found,
  installationChecks,
  listBaseUrls,
} from './examine-installation.ts';
export { findInstallation, type Installation } from './installation.ts';
export {
  checkInstallation,
  countPendingMigrations,
  followKey,
  newerVersionOf,
  openDispatchDoor,
  openIngestDoor,
  openInstallation,
  openOwnerDoor,
  openUpkeepDoor,
  pingDatabase,
} from './open-installation.ts';
export { prepareInstallation } from './prepare-installation.ts';
