import { join } from 'node:path';
import { readTopicFile } from '../../topic/settings.ts';
import type { ImportItem } from '../combine-format/import-item.ts';
import { type CombineLine, readText } from '../file/read-config.ts';
import type { Imported, JobLine } from './imported.ts';
import { type CombineJob, variableOf } from './read-job.ts';
import { noteOf } from './variables.ts';

/** Files of the topic: their names in Combine, ours, and the key that names them. */
export const topicFiles = {
  'topicdefinition.txt': { file: 'topic.txt', key: 'topic.file' },
  'sitesOK.txt': { file: 'sites-ok.txt', key: 'topic.sitesOk' },
  'stopwords.txt': { file: 'stopwords.txt', key: 'topic.stopWords' },
} as const;

type TopicFileName = keyof typeof topicFiles;

/** Combine's classifiers that Winnow has. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['Combine::Check_record', 'plain'],
  ['Combine::PosCheck_record', 'position'],
]);

const maxFaults = 20;

/** The topic filter: on with `doCheckRecord`, with the algorithm of `classifyPlugIn` and the files of the topic. */
export function importTopic(job: CombineJob): Imported {
  const texts = textsOf(job);
  const check = variableOf(job, 'doCheckRecord');
  const plugIn = variableOf(job, 'classifyPlugIn');
  const algorithm = algorithms.get(plugIn?.value ?? 'Combine::Check_record');
  const isOn = check !== undefined && !/^(?:0|off|no|false|)$/i.test(check.value);
  const definition = texts.get('topicdefinition.txt');
  const faults = definition === undefined ? [] : faultsOf(definition, texts.get('stopwords.txt') ?? '');
  const isUsable = definition !== undefined && faults !== undefined;
  const obstacle = !isOn
    ? 'Without doCheckRecord = 1 Combine did not ask whether pages are on topic: topic.file turns the filter on.'
    : algorithm === undefined
      ? `Without another one topic.file turns on the classifier that matches terms: ${noteOf('classifyPlugIn')}`
      : isUsable
        ? undefined
        : 'There is no topicdefinition.txt with a row that could be used, so that every page is on topic.';
  const items: ImportItem[] = [];
  const lines: JobLine[] = [];
  if (obstacle === undefined) {
    const comment = plugIn?.source ?? 'default of Combine 4.005';
    lines.push({ path: 'topic.algorithm', value: algorithm, comment });
    lines.push({ path: 'focus.mode', value: 'hard', comment: 'Combine follows no links of other pages' });
  }
  const told = (line: CombineLine | undefined): line is CombineLine =>
    line !== undefined && (isOn || job.own.lines.includes(line));
  if (told(check)) items.push(itemOf('doCheckRecord', check, isOn, obstacle, 'topic.file'));
  if (told(plugIn)) items.push(itemOf('classifyPlugIn', plugIn, isOn, obstacle, 'topic.algorithm'));
  const sites = sitesWithoutFlaws(texts.get('sitesOK.txt'));
  const files: Record<string, string> = {};
  for (const [name, text] of texts) {
    const { file, key } = topicFiles[name];
    files[file] = name === 'sitesOK.txt' ? sites.text : text;
    if (obstacle === undefined) lines.push({ path: key, value: file, comment: name });
    const note =
      obstacle === undefined ? 'The same, in UTF-8.' : `Copied, but not named in job.yaml. ${obstacle}`;
    items.push({ fate: obstacle === undefined ? 'carried' : 'changed', name, key: file, note });
  }
  return { lines, files, items: [...items, ...(faults ?? []), ...sites.items] };
}

function textsOf({ directory, files }: CombineJob): ReadonlyMap<TopicFileName, string> {
  const names = (Object.keys(topicFiles) as TopicFileName[]).filter((name) => files.includes(name));
  return new Map(names.map((name) => [name, readText(join(directory, name))]));
}

function itemOf(
  name: string,
  { value, source }: { readonly value: string; readonly source: string },
  isOn: boolean,
  obstacle: string | undefined,
  key: string,
): ImportItem {
  if (obstacle === undefined) return { fate: 'carried', name, value, source, key, note: 'The same.' };
  return { fate: isOn ? 'dropped' : 'needless', name, value, source, note: obstacle };
}

/** Rows that cannot be read, which are left out of the topic here as in Combine; undefined when none can. */
function faultsOf(definition: string, stopWords: string): readonly ImportItem[] | undefined {
  const words = stopWords.split(/\r\n?|\n/).map((word) => word.trim().toLowerCase());
  const { terms, faults } = readTopicFile(definition, new Set(words.filter((word) => word !== '')));
  if (terms.length === 0) return undefined;
  const told = faults.slice(0, maxFaults).map(({ line, text, problem }): ImportItem => {
    const source = `topicdefinition.txt:${line}`;
    return { fate: 'dropped', name: 'topicdefinition.txt', value: text, source, note: `${problem}.` };
  });
  if (faults.length <= maxFaults) return told;
  const note = `And ${faults.length - maxFaults} more rows are not what was expected.`;
  return [...told, { fate: 'dropped', name: 'topicdefinition.txt', note }];
}

/** A site that is no regular expression keeps a job from loading: it stays as a comment. */
function sitesWithoutFlaws(text = ''): { readonly text: string; readonly items: readonly ImportItem[] } {
  const items: ImportItem[] = [];
  const lines = text.split(/\r\n?|\n/).map((raw, index) => {
    const pattern = raw.trim();
    if (pattern === '' || pattern.startsWith('#') || isRegExp(pattern)) return raw;
    const source = `sitesOK.txt:${index + 1}`;
    const note = 'It is no regular expression here: it stands in sites-ok.txt as a comment.';
    items.push({ fate: 'dropped', name: 'sitesOK.txt', value: pattern, source, note });
    return `# ${raw}`;
  });
  return { text: lines.join('\n'), items };
}

function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, 'i');
    return true;
  } catch {
    return false;
  }
}
