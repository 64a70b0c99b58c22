import type { SinkSettings } from '../../domain/sinks/sink-settings.ts';

/** The full-text index of a job that names none: whoever searches first has it made. No sink in settings can have its name. */
export function ownIndex(job: string): SinkSettings {
  const settings = { file: `search/${job}.db`, tokens: 'words' };
  return { name: '_search', to: 'sqlite', where: {}, settings, secrets: [] };
}
