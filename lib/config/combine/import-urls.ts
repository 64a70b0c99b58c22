import type { ImportItem } from '../combine-format/import-item.ts';
import type { CombineLine } from '../file/read-config.ts';
import { hostName } from '../schema/job-values.ts';
import type { Imported, JobLine } from './imported.ts';
import { type ListedLine, listOf } from './list-of.ts';
import { type CombineJob, listLines } from './read-job.ts';

/** How Combine tells which URLs are one page, as far as it can be set: session ids and server aliases. */
export function importUrls(job: CombineJob): Imported {
  const sessions = sessionIds(listLines(job, 'url/sessionids'));
  const aliases = serverAliases(listLines(job, 'url/serveralias') ?? []);
  const lines: JobLine[] = [
    { path: 'url.encodeBackslash', value: true, comment: 'as Combine always does' },
    { path: 'url.repairHost', value: true, comment: 'as Combine always does' },
    { path: 'url.collapseSlashes', value: true, comment: 'as Combine always does' },
    ...sessions.lines,
    ...aliases.lines,
  ];
  return { lines, files: aliases.files, items: [...sessions.items, ...aliases.items] };
}

const sessionNote = 'Removed from the query as in Combine, and from the path as well (`;jsessionid=`).';

/** Combine compares the first word of each parameter with these, case included. */
function sessionIds(list: readonly CombineLine[] | undefined): Imported {
  const name = '<url><sessionids>';
  const key = 'url.sessionIds';
  if (list === undefined) return { lines: [], files: {}, items: [] };
  const usable = list.filter((line) => /^\w{1,200}$/.test(line.name));
  const items = list.map(({ name: value, source }): ImportItem => {
    if (/^\w{1,200}$/.test(value)) return { fate: 'carried', name, value, source, key, note: sessionNote };
    const note = 'Combine compares whole words, so that this never matched; see url.sessionIds for patterns.';
    return { fate: 'dropped', name, value, source, note };
  });
  const values = usable.map((line) => line.name);
  const comments = usable.map(({ source }) => source);
  return { lines: [{ path: key, value: values, comment: name, comments }], files: {}, items };
}

interface Alias {
  readonly to: string;
  readonly source: string;
}

/** `preferred alias`. Combine resolves one step, so an alias of an alias is one that the next visit resolves. */
function serverAliases(list: readonly CombineLine[]): Imported {
  const name = '<url><serveralias>';
  const key = 'url.aliases';
  const items: ImportItem[] = [];
  const drop = (value: string, source: string, note: string) =>
    items.push({ fate: 'dropped', name, value, source, note });
  const preferred = new Map<string, Alias>();
  for (const { name: to, value: from, text, source } of list) {
    const target = hostName(to);
    const alias = hostName(from);
    if (target === undefined || alias === undefined) {
      drop(text, source, 'Expected are two host names, the preferred one first.');
      continue;
    }
    if (target === alias) continue;
    const before = preferred.get(alias);
    if (before !== undefined)
      drop(`${before.to} ${alias}`, before.source, `${source} gives it another preferred host.`);
    preferred.set(alias, { to: target, source });
  }
  const kept: ListedLine[] = [];
  for (const [alias, { to, source }] of preferred) {
    const end = endOf(alias, preferred);
    const line = `${to} ${alias}`;
    if (end === undefined) {
      drop(
        line,
        source,
        'It leads back to itself through other aliases: say which of them is the preferred host.',
      );
      continue;
    }
    kept.push({ line, source });
    const note = end === to ? 'The same.' : `${to} is an alias itself, so that ${end} is the preferred host.`;
    items.push({
      fate: end === to ? 'carried' : 'changed',
      name,
      value: line,
      source,
      key,
      note,
    });
  }
  const file = 'aliases.txt';
  const naming = { path: 'url.aliasFile', value: file };
  return { ...listOf({ path: key, file, naming, title: name }, kept), items };
}

/** The host that a chain of aliases ends at; undefined when it never does. */
function endOf(alias: string, preferred: ReadonlyMap<string, Alias>): string | undefined {
  const passed = new Set<string>();
  let host = alias;
  for (let next = preferred.get(host); next !== undefined; next = preferred.get(host)) {
    if (passed.has(host)) return undefined;
    passed.add(host);
    host = next.to;
  }
  return host;
}
