import { timeIn } from '../../base/time-in.ts';
import type { PageRecord } from '../../domain/collection/record.ts';

/** Which records are meant; what is absent says nothing. */
export interface RecordFilter {
  readonly class?: readonly string[] | undefined;
  readonly minScore?: number | undefined;
  readonly host?: readonly string[] | undefined;
  readonly path?: readonly string[] | undefined;
  readonly language?: readonly string[] | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  readonly onTopic?: boolean | undefined;
}

/** What a filter is asked of: the parts of a record that it looks at. */
export type Filtered = Pick<
  PageRecord,
  'finalUrl' | 'topic' | 'detectedLanguage' | 'language' | 'main' | 'lastChanged'
>;

/** Whether anything is left out. */
export function isFiltering({ onTopic, ...filter }: RecordFilter): boolean {
  const { class: classes, minScore, host, path, language, kind, since, before } = filter;
  const said = [classes, minScore, host, path, language, kind, since, before];
  return onTopic === true || said.some((one) => one !== undefined);
}

/**
 * @param isWithin whether a class is another one, or below it
 * @param now epoch ms, from which ages are counted
 */
export function recordFilter(
  filter: RecordFilter,
  isWithin: (id: string, name: string) => boolean,
  now: number,
): (record: Filtered) => boolean {
  const since = filter.since === undefined ? undefined : timeIn(filter.since, now);
  const before = filter.before === undefined ? undefined : timeIn(filter.before, now);
  const hosts = filter.host?.map((one) => one.toLowerCase());
  const languages = filter.language?.map((one) => one.toLowerCase());
  const some = <T>(wanted: readonly T[] | undefined, is: (one: T) => boolean): boolean =>
    wanted?.some(is) ?? true;
  return ({ finalUrl, topic, main, lastChanged, ...record }) => {
    if (filter.onTopic && topic?.relevant !== true) return false;
    if (filter.minScore !== undefined && !(topic !== undefined && topic.score >= filter.minScore))
      return false;
    if (since !== undefined && lastChanged < since) return false;
    if (before !== undefined && lastChanged >= before) return false;
    if (!some(filter.class, (name) => topic?.classes.some(({ id }) => isWithin(id, name)) ?? false))
      return false;
    if (!some(filter.kind, (kind) => main?.kind === kind)) return false;
    if (!some(languages, (code) => languageOf(record) === code)) return false;
    if (hosts === undefined && filter.path === undefined) return true;
    const { host, hostname, pathname } = new URL(finalUrl);
    const isOf = (name: string): boolean =>
      host === name || hostname === name || hostname.endsWith(`.${name}`);
    return some(hosts, isOf) && some(filter.path, (path) => pathname.startsWith(path));
  };
}

/** The language of a page, without region: what its text is in, or else what it declares. Empty: nobody knows. */
export function languageOf({
  detectedLanguage,
  language,
}: Pick<Filtered, 'detectedLanguage' | 'language'>): string {
  const detected = detectedLanguage?.code;
  if (detected !== undefined && detected !== 'und') return detected;
  return language?.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
}
