/** What the owner of a page allows. */
export { denialBy, ownerAsks, type RecordedWishes, recorded } from './rights/owner-asks.ts';
export type { UsagePreferences } from './rights/preferences.ts';
export { type Purpose, purposes } from './rights/purposes.ts';
