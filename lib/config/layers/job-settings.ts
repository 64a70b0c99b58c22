import { domainToASCII } from 'node:url';
import { byName } from '../../base/by-name.ts';
import { settingsOf } from '../../base/setting-kinds/section.ts';
import { jobSections } from '../../capabilities/declared.ts';
import { type StopSettings, stopSection } from '../../domain/focus/stop-rules.ts';
import { freshnessSection } from '../../domain/revisit/freshness-settings.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { JobFile } from '../schema/job-schema.ts';

/** The settings of a job, in internal units, from what stands in its file. Lists of a scope come out of the files that name them (`readScope`). */
export function jobSettings(file: JobFile, name: string): JobSettings {
  const { focus, topic, freshness } = file;
  const stop = stopSettings(file.stop);
  return {
    // Whoever says that links of pages off topic are followed means soft focus.
    ...settingsOf(jobSections, {
      ...file,
      name,
      focus: { ...focus, mode: focus.mode ?? (topic.followOffTopic ? 'soft' : 'best-first') },
    }),
    ...(Object.keys(stop).length === 0 ? {} : { stop }),
    ...(freshness.adaptive ? { freshness: settingsOf(freshnessSection.keys, freshness) } : {}),
    deny: [],
    overrides: [],
    origins: {},
  };
}

function stopSettings(file: JobFile['stop']): StopSettings {
  const { harvestRate: below, harvestOver: over } = file;
  const rules = settingsOf(stopSection.keys, file);
  return below === undefined ? rules : { ...rules, harvest: { below, over } };
}

/** Letters that have no accent to take away. */
const letters = byName({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th' });

/**
 * A name for a job whose file does not give one: that of its directory, as far as it can be one. Letters lose their accents; those
 * of other scripts are written as in names of hosts.
 */
export function nameFromDirectory(directory: string): string | undefined {
  const plain = directory
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþ]/g, (letter) => letters.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  const ascii = /[^ -~]/.test(plain) ? domainToASCII(plain) : plain;
  const name = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 40)
    .replace(/-$/, '');
  return name === '' ? undefined : name;
}
