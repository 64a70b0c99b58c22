import type { JobSettings } from '../../domain/settings/settings.ts';
import type { JobStore } from '../../ports/jobs.ts';

const caches = new WeakMap<JobStore, Map<string, Promise<JobSettings>>>();

/** The settings of a version, which never change: read once per process. */
export function settingsOf(jobs: JobStore, job: string, version: string): Promise<JobSettings> {
  let cache = caches.get(jobs);
  if (!cache) {
    cache = new Map();
    caches.set(jobs, cache);
  }
  const key = `${job} ${version}`;
  let settings = cache.get(key);
  if (!settings) {
    settings = jobs.settings(job, version);
    settings.catch(() => cache.delete(key));
    cache.set(key, settings);
  }
  return settings;
}
