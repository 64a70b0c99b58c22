import { withKeys } from '../base/setting-kinds/section.ts';
import { coreCounters, type PartCounters } from '../domain/metrics/part-counters.ts';
import { coreSections } from '../domain/settings/settings.ts';
import * as standIns from './stand-ins/declared.ts';

/** All that a job.yaml may say but `overrides`, in the order of the documentation. */
export const jobSections = { ...coreSections, content: withKeys(coreSections.content, standIns.content) };

/** All that parts count. */
export const partCounters: PartCounters = { ...coreCounters };
