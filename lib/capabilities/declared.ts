import { coreCounters, type PartCounters } from '../domain/metrics/part-counters.ts';
import { coreSections } from '../domain/settings/settings.ts';
import * as standIns from './stand-ins/declared.ts';

/** All that a job.yaml may say but `overrides`, in the order of the documentation. */
export const jobSections = {
  ...coreSections,
  content: { ...coreSections.content, keys: { ...coreSections.content.keys, ...standIns.content } },
};

/** All that parts count, and what it is. */
export const partCounters: PartCounters = coreCounters;
