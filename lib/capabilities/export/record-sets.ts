import type { JobSettings } from '../../domain/settings/settings.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { topicToRead } from '../../pipeline/topic/topic-model.ts';
import { classesOf, outlineOf } from '../../topic/models.ts';
import { type ClassHierarchy, classHierarchy, modelsOf, readTopicFile } from '../../topic/settings.ts';

/** A class of the topic, as harvesters select by it. */
export interface RecordSet {
  /** `birds:songbirds`: the class below those above it. */
  readonly spec: string;
  readonly name: string;
}

export interface RecordSets {
  /** By `spec`. */
  readonly all: readonly RecordSet[];
  /** Whether the job has classes at all. */
  readonly areThere: boolean;
  /** The sets of the classes of a record. */
  of(classes: readonly string[]): readonly string[];
}

const opened = new WeakMap<JobSettings, Promise<RecordSets>>();

/** The classes of a job as sets: settings never change, so that they are made once. */
export async function recordSets(place: JobPlace): Promise<RecordSets> {
  const settings = await place.settings(place.of.name);
  const before = opened.get(settings);
  if (before !== undefined) return await before;
  const sets = readSets(place, settings);
  opened.set(settings, sets);
  sets.catch(() => opened.delete(settings));
  return await sets;
}

async function readSets({ ports }: JobPlace, { topic }: JobSettings): Promise<RecordSets> {
  const hierarchy = classHierarchy(topic?.classes);
  const ids = new Set(topic?.classes?.map(({ id }) => id));
  for (const filter of topic?.filters ?? []) {
    if (filter.kind !== 'terms') continue;
    const { terms } = readTopicFile(filter.definition, new Set(filter.stopWords));
    for (const { classes } of terms) for (const id of classes) ids.add(id);
  }
  if (topic !== undefined) {
    const { models } = await topicToRead(ports.models, topic);
    for (const { digest, file } of modelsOf(topic)) {
      const bytes = models?.get(digest);
      if (bytes !== undefined) for (const id of classesOf(outlineOf(bytes, file).header)) ids.add(id);
    }
  }
  for (const id of [...ids]) for (const above of hierarchy.above(id)) ids.add(above);
  const named = [...ids].map((id) => ({ spec: specOf(id, hierarchy), name: hierarchy.labelOf(id) ?? id }));
  const all = named.sort((a, b) => (a.spec < b.spec ? -1 : 1));
  const specs = new Set(all.map(({ spec }) => spec));
  return {
    all,
    areThere: topic !== undefined,
    of: (classes) =>
      [...new Set(classes.map((id) => specOf(id, hierarchy)))].filter((spec) => specs.has(spec)),
  };
}

/** Whether a set is another one or lies below it. */
export function isInSet(spec: string, set: string): boolean {
  return spec === set || spec.startsWith(`${set}:`);
}

/** The most classes above one another that a set shows. */
const deepest = 50;

function specOf(id: string, { above }: ClassHierarchy): string {
  return [id, ...above(id).slice(0, deepest)].reverse().map(escaped).join(':');
}

/** A class with each byte that no part of a set's name may have as `~` and its number. */
function escaped(id: string): string {
  return id.replace(/[^\w.!*'()-]/gu, (one) =>
    [...Buffer.from(one)].map((byte) => `~${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
