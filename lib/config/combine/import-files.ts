import { join } from 'node:path';
import type { ImportItem } from '../../domain/combine/import-item.ts';
import { canonicalise } from '../../domain/url.ts';
import { topicFiles } from './import-topic.ts';
import type { Imported } from './imported.ts';
import { readText } from './read-config.ts';
import type { CombineJob } from './read-job.ts';

/** What a job.yaml may hold. */
const maxSeeds = 10_000;

/** Other files that Combine reads, and what Winnow has instead. */
const otherFiles: Readonly<Record<string, Pick<ImportItem, 'fate' | 'note'>>> = {
  config_exclude: {
    fate: 'dropped',
    note: 'combine.cfg does not include it, so Combine did not read it either.',
  },
  config_serveralias: {
    fate: 'dropped',
    note: 'combine.cfg does not include it, so Combine did not read it either.',
  },
  'tidy.cfg': { fate: 'needless', note: 'HTML is read as browsers read it: no cleaning is needed.' },
  server2country: {
    fate: 'dropped',
    note: 'Winnow does not guess the country of a server: it is not copied.',
  },
  'SVMmodel.txt': { fate: 'dropped', note: 'Winnow has no SVM classifier: the model is not copied.' },
  'goodURL.txt': {
    fate: 'dropped',
    note: 'Examples for an SVM classifier, which Winnow does not have: no seeds, and not copied.',
  },
  'badURL.txt': {
    fate: 'dropped',
    note: 'Examples for an SVM classifier, which Winnow does not have: no seeds, and not copied.',
  },
};

/** What stands beside combine.cfg, the files of the topic apart: seed files are read, others told of. */
export function importFiles(job: CombineJob): Imported {
  const files: Record<string, string> = {};
  const items: ImportItem[] = [];
  const seeds = new Map<string, string>();
  const isOther = (name: string): boolean =>
    !(job.own.files.has(name) || name in topicFiles || name.startsWith('.'));
  for (const name of job.files.filter(isOther)) {
    const known = otherFiles[name];
    if (known !== undefined) items.push({ name, ...known });
    else {
      const found = looksLikeText(name) ? seedUrls(readText(join(job.directory, name)), name) : undefined;
      if (found === undefined) {
        items.push({ fate: 'dropped', name, note: 'Combine reads no file of this name: it is not copied.' });
        continue;
      }
      for (const url of found.urls) seeds.set(url, name);
      const note = `${found.urls.length} URLs to go out from; lines without an http or https URL: ${found.skipped}.`;
      items.push({ fate: found.skipped === 0 ? 'carried' : 'changed', name, key: 'seeds', note });
    }
  }
  if (seeds.size > maxSeeds) {
    files['seeds.txt'] = [...seeds.keys(), ''].join('\n');
    const note = `They are more than job.yaml takes (${maxSeeds}): 'winnow seed --job DIR --file DIR/seeds.txt' takes them in.`;
    items.push({ fate: 'changed', name: 'seeds', key: 'seeds.txt', note });
    return { lines: [], files, items };
  }
  const line = { path: 'seeds', value: [...seeds.keys()], comment: '', comments: [...seeds.values()] };
  return { lines: [line], files, items };
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
): { readonly urls: readonly string[]; readonly skipped: number } | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const meant = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const urls = meant.flatMap((line) => loaded.exec(line)?.[0] ?? []).filter((url) => canonicalise(url).ok);
  if (urls.length === 0) return undefined;
  const named = /seed|start/i.test(name);
  if (!named && !meant.every((line) => /^https?:\/\//.test(line))) return undefined;
  return { urls, skipped: meant.length - urls.length };
}
