import { statSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { isLoopbackHost } from '../../domain/settings/contact.ts';
import type { ImportItem } from '../combine-format/import-item.ts';
import { maxBytes, readText } from '../file/read-config.ts';
import { countriesFile } from './import-analysis.ts';
import { topicFiles } from './import-topic.ts';
import type { Imported } from './imported.ts';
import type { CombineJob } from './read-job.ts';
import { noteOf } from './variables.ts';

/** What a job.yaml may hold. */
const maxSeeds = 10_000;
/** Lines without a URL that are named, and characters of each. */
const maxNamed = 5;
const maxShown = 80;

const notIncluded = 'combine.cfg does not include it, so Combine did not read it either.';
const svmExamples =
  'Examples for the SVM classifier, no seeds: not copied. `winnow train svm --good goodURL.txt --bad badURL.txt` learns from them.';

/** Other files that Combine reads, and what Winnow has instead. */
const otherFiles: ReadonlyMap<string, Pick<ImportItem, 'fate' | 'note'>> = new Map([
  ['config_exclude', { fate: 'dropped', note: notIncluded }],
  ['config_serveralias', { fate: 'dropped', note: notIncluded }],
  ['tidy.cfg', { fate: 'needless', note: 'HTML is read as browsers read it: no cleaning is needed.' }],
  ['SVMmodel.txt', { fate: 'dropped', note: noteOf('SVMmodel') }],
  ['goodURL.txt', { fate: 'dropped', note: svmExamples }],
  ['badURL.txt', { fate: 'dropped', note: svmExamples }],
]);

/** What stands beside combine.cfg, the files of the topic apart: seed files are read, others told of. */
export function importFiles(job: CombineJob): Imported {
  const items: ImportItem[] = [];
  const seeds = new Map<string, string>();
  const isOther = (name: string): boolean =>
    !(
      job.own.files.has(name) ||
      name === countriesFile ||
      Object.hasOwn(topicFiles, name) ||
      name.startsWith('.')
    );
  for (const name of job.files.filter(isOther)) {
    const known = otherFiles.get(name);
    const path = join(job.directory, name);
    if (known !== undefined) items.push({ name, ...known });
    else if (statSync(path).size > maxBytes) items.push({ fate: 'dropped', name, note: tooLarge });
    else {
      const found = looksLikeText(name) ? seedUrls(readText(path), name) : undefined;
      if (found === undefined) {
        items.push({ fate: 'dropped', name, note: 'Combine reads no file of this name: it is not copied.' });
        continue;
      }
      for (const url of found.urls) seeds.set(url, name);
      const { urls, skipped } = found;
      const named = skipped.slice(0, maxNamed).join(', ');
      const more = skipped.length > maxNamed ? `, and ${skipped.length - maxNamed} more` : '';
      const without = skipped.length === 0 ? 'none' : `${skipped.length} (${named}${more})`;
      const note = `${urls.length} URLs to go out from; lines without an http or https URL: ${without}.`;
      items.push({ fate: skipped.length === 0 ? 'carried' : 'changed', name, key: 'seeds', note });
    }
  }
  return { ...seedList(seeds), items: [...items, ...seedRemarks([...seeds.keys()])] };
}

const tooLarge = `It is larger than ${maxBytes} bytes: not read. If it is a list of seeds, 'winnow seed --file' takes it.`;

/** @param seeds the files that they come from, by URL */
function seedList(seeds: ReadonlyMap<string, string>): Pick<Imported, 'lines' | 'files'> {
  const urls = [...seeds.keys()];
  if (urls.length > maxSeeds) return { lines: [], files: { 'seeds.txt': [...urls, ''].join('\n') } };
  return { lines: [{ path: 'seeds', value: urls, comment: '', comments: [...seeds.values()] }], files: {} };
}

function seedRemarks(urls: readonly string[]): readonly ImportItem[] {
  const items: ImportItem[] = [];
  if (urls.length > maxSeeds) {
    const note = `They are more than job.yaml takes (${maxSeeds}): 'winnow seed --job DIR --file DIR/seeds.txt' takes them in.`;
    items.push({ fate: 'changed', name: 'seeds', key: 'seeds.txt', note });
  }
  const own = urls.find((url) => isLoopbackHost(URL.parse(url)?.host ?? ''));
  if (own !== undefined) {
    const note = 'It is on this machine, and private addresses are refused: name them in network.allow.';
    items.push({ fate: 'dropped', name: 'seeds', value: own, note });
  }
  return items;
}

function looksLikeText(name: string): boolean {
  return /\.(?:txt|lst|list|urls?|seeds?)$|^[^.]*$/i.test(name);
}

/** What `combineCtrl load` takes out of a line. */
const loaded = /https?:\/\/[^\s"><]+/;

/**
 * The URLs of a seed file, which may have any name: one whose name says so, or all of whose lines are URLs. Comment
 * lines (`#`) are passed over, which `combineCtrl load` would not do.
 */
function seedUrls(
  text: string,
  name: string,
): { readonly urls: readonly string[]; readonly skipped: readonly string[] } | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const meant = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const urls: string[] = [];
  const skipped: string[] = [];
  for (const line of meant) {
    const url = loaded.exec(line)?.[0];
    if (url !== undefined && canonicalise(url).ok) urls.push(url);
    else skipped.push(line.slice(0, maxShown));
  }
  if (urls.length === 0) return undefined;
  const named = /seed|start/i.test(name);
  if (!named && !meant.every((line) => /^https?:\/\//.test(line))) return undefined;
  return { urls, skipped };
}
