import { defined } from '../../base/defined.ts';
import { languageOf } from '../../base/language/document-language.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { PageRecord } from '../../domain/collection/record.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { openStoredPages } from '../../pipeline/collection/stored-pages.ts';
import { findPage } from '../../pipeline/frontier/find-page.ts';
import { type AnalysisPorts, readGraph } from '../../pipeline/link-graph/read-graph.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { classHierarchy } from '../../topic/settings.ts';
import type { Directory, DirectoryEntry, DirectoryPart, PageSnippet } from './directory.ts';
import { type DirectoryOptions, draftDirectory } from './draft-directory.ts';

export type DirectoryQuestion = Omit<DirectoryOptions, 'hierarchy'>;
type DirectoryPorts = AnalysisPorts & Pick<Ports, 'records' | 'changes' | 'offTopic'>;

/** Entries that are drafted for each that is wanted: pages that are gone since are left out. */
const drafted = 2;
const lookedUpAtOnce = 8;

/** The directory of a job, of pages that its last visit found, as they presented themselves then. */
export async function directoryOf(
  ports: DirectoryPorts,
  job: Job,
  options: DirectoryQuestion,
): Promise<Directory> {
  const { topic } = await settingsOf(ports.jobs, job.name, job.config);
  const { top } = options;
  const hierarchy = classHierarchy(topic?.classes);
  const draft = await readGraph(ports, job, (web) =>
    draftDirectory(web, { ...options, top: drafted * top, hierarchy }),
  );
  const texts = await textsOf(ports, job, urlsOf([draft.whole, ...draft.classes]));
  const shown = (entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] =>
    entries.flatMap((entry) => withText(entry, texts)).slice(0, top);
  const finished = <T extends DirectoryPart>(part: T): T => ({
    ...part,
    authorities: shown(part.authorities),
    hubs: shown(part.hubs),
  });
  return {
    ...{ job: job.name, at: ports.clock.now(), ...draft },
    whole: finished(draft.whole),
    classes: draft.classes.map(finished),
  };
}

function urlsOf(parts: readonly DirectoryPart[]): readonly CanonicalUrl[] {
  return [
    ...new Set(parts.flatMap(({ authorities, hubs }) => [...authorities, ...hubs].map(({ url }) => url))),
  ];
}

function withText(
  entry: DirectoryEntry,
  texts: ReadonlyMap<CanonicalUrl, Partial<PageSnippet>>,
): readonly DirectoryEntry[] {
  const text = texts.get(entry.url);
  return text === undefined ? [] : [{ ...entry, ...text }];
}

/** How pages present themselves; of those that are gone nothing. An off-topic page may have no stored text. */
async function textsOf(
  ports: DirectoryPorts,
  job: Job,
  urls: readonly CanonicalUrl[],
): Promise<ReadonlyMap<CanonicalUrl, Partial<PageSnippet>>> {
  const stored = openStoredPages(ports);
  const texts = new Map<CanonicalUrl, Partial<PageSnippet>>();
  await sideBySide(urls, lookedUpAtOnce, async (url) => {
    await unlessDamaged(url, async () => {
      const found = await findPage(ports, job, url);
      if (found?.state !== 'visited' || (found.md5 === undefined && found.outcome !== 'off-topic')) return;
      const page = await stored.of({ job: job.name, host: hostOf(url) }, found);
      texts.set(url, page === undefined ? {} : pageSnippet(page.record));
    });
  });
  return texts;
}

/** Characters of a title and of a description. */
const longestTitle = 160;
const longestDescription = 240;
const tag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/** How the page of a record presents itself: with its own description, or the beginning of its text. */
export function pageSnippet(record: PageRecord): Partial<PageSnippet> {
  const { title, metadata, main, text, response } = record;
  const written = [...(metadata.description ?? []), ...(metadata['og:description'] ?? [])];
  const description = response.directives?.includes('nosnippet')
    ? undefined
    : [...written, main?.text ?? '', text].map((one) => beginning(one, longestDescription)).find(Boolean);
  const spoken = languageOf(record);
  return defined({
    title: beginning(title, longestTitle) || undefined,
    description,
    language: spoken !== undefined && tag.test(spoken) ? spoken : undefined,
  });
}

/** The first words, with white space collapsed. */
function beginning(text: string, longest: number): string {
  const line = text
    .slice(0, 4 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const end = line.lastIndexOf(' ', longest);
  return `${line.slice(0, end > longest / 2 ? end : longest).replace(/[\ud800-\udbff]$/, '')}…`;
}
