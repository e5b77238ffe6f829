export { examine, examineInstallation, type Finding, listBaseUrls } from './examine-installation.ts';
export { findInstallation, type Installation } from './installation.ts';
export {
  checkInstallation,
  openDispatchDoor,
  openIngestDoor,
  openInstallation,
  openUpkeepDoor,
  pingDatabase,
} from './open-installation.ts';
export { prepareInstallation } from './prepare-installation.ts';
