import type { CapabilityLists } from '../pipeline/turn/capability-lists.ts';
import { nearDuplicatesPublisher } from './near-duplicates/publisher.ts';
import { parts } from './parts.ts';
import { around } from './telemetry/around.ts';

export const lists: CapabilityLists = { parts, publishers: [nearDuplicatesPublisher], around };
