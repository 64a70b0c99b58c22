import { nearest } from '../../base/nearest.ts';
import type { ImportItem } from '../combine-format/import-item.ts';
import type { CombineLine } from '../file/read-config.ts';
import { contact, proxy } from '../schema/job-values.ts';
import { isFlag, nodeAt } from '../schema/known-keys.ts';
import type { CombineVariable } from './combine-variable.ts';
import type { Imported, JobLine } from './imported.ts';
import type { CombineJob } from './read-job.ts';
import { combineVariables } from './variables.ts';

/** What is not to be repeated where others may read it. */
const secrets: ReadonlySet<string> = new Set(['Password']);

/** Blocks, and what goes with the topic. */
function isElsewhere(name: string): boolean {
  return name.startsWith('<') || name === 'doCheckRecord' || name === 'classifyPlugIn';
}

/** The simple variables of a job, by the table of all that there are. */
export function importVariables(job: CombineJob): Imported {
  const lines: JobLine[] = [];
  const items: ImportItem[] = [];
  const own = lastOfEach(simpleLines(job.own.lines), items);
  const defaults = lastOfEach(simpleLines(job.defaults?.lines ?? []), items);
  for (const variable of combineVariables.filter(({ name }) => !isElsewhere(name))) {
    const line = own.get(variable.name) ?? defaults.get(variable.name);
    const value = line?.value ?? variable.usual;
    if (value === undefined) continue;
    const { item, line: written } = carry(variable, value, line?.source);
    // What Combine does without being told is worth a line only where Winnow would do otherwise.
    const isOwn = own.has(variable.name);
    if (written !== undefined && (isOwn || written.value !== usualOf(written.path))) lines.push(written);
    const isUsual = !isOwn && value === variable.usual;
    if (!isUsual || item.fate === 'changed' || item.fate === 'dropped') items.push(item);
  }
  const known = combineVariables.map(({ name }) => name);
  for (const line of [...own.values(), ...defaults.values()]) {
    if (!known.includes(line.name)) items.push(unknown(line, known));
  }
  return { lines, files: {}, items };
}

function simpleLines(lines: readonly CombineLine[]): readonly CombineLine[] {
  return lines.filter(({ blocks }) => blocks.length === 0);
}

/** Combine cannot be loaded with a variable that stands twice in a file; here the last one counts. */
function lastOfEach(lines: readonly CombineLine[], items: ImportItem[]): ReadonlyMap<string, CombineLine> {
  const last = new Map<string, CombineLine>();
  for (const line of lines) {
    const before = last.get(line.name);
    if (before !== undefined) {
      const { name, value, source } = before;
      const note = `It stands again at ${line.source}, which keeps Combine from loading: the last one is taken.`;
      items.push({ fate: 'dropped', name, value, source, note });
    }
    last.set(line.name, line);
  }
  return last;
}

function carry(
  { name, usual, key, choices, needless, note }: CombineVariable,
  value: string,
  source: string | undefined,
): { readonly item: ImportItem; readonly line?: JobLine } {
  const where = source === undefined ? {} : { source };
  const about = secrets.has(name) ? { name, ...where } : { name, value: withoutUser(value), ...where };
  if (key === undefined) {
    if (needless === 'any') return { item: { fate: 'needless', ...about, note } };
    if (needless?.includes(truth(value)) !== true) return { item: { fate: 'dropped', ...about, note } };
    return { item: { fate: 'needless', ...about, note: 'Winnow does the same without being told.' } };
  }
  if (needless?.includes(value) === true)
    return { item: { fate: 'needless', ...about, note: 'Winnow does the same without being told.' } };
  const { value: ours, remark } =
    choices === undefined ? converted(key, value, usual) : { value: choices[isTrue(value) ? 1 : 0] };
  if (ours === undefined) return { item: { fate: 'dropped', ...about, note: remark ?? note } };
  const comment = `${source ?? 'default of Combine 4.005'}: ${name}`;
  if (remark === undefined) {
    return { item: { fate: 'carried', ...about, key, note }, line: { path: key, value: ours, comment } };
  }
  return {
    item: { fate: 'changed', ...about, key, note: `${remark} ${note}` },
    line: { path: key, value: ours, comment: `${comment} = ${value}` },
  };
}

/** Of the URL of a proxy: who uses it is not to be repeated either. */
function withoutUser(value: string): string {
  return value.replace(/^(\w+:\/\/)[^/@]*@/, '$1…@');
}

function usualOf(key: string): unknown {
  return nodeAt(key.split('.'))?.default;
}

/** A value in the form of one of our keys, held within its bounds; undefined when it cannot be one. */
function converted(
  key: string,
  value: string,
  usual: string | undefined,
): { readonly value?: unknown; readonly remark?: string } {
  const node = nodeAt(key.split('.'));
  if (key === 'userAgent.contact') {
    if (value === usual)
      return { remark: 'It is still the placeholder: without a contact address only loopback is crawled.' };
    if (!contact.safeParse(value).success) return { remark: 'It is no mail address and no URL.' };
    return { value };
  }
  if (key === 'network.proxy') {
    const address = value.replace(/\/$/, '');
    if (proxy.safeParse(address).success) return { value: address };
    return { remark: 'It is no http://host:port without a user name: write `network.proxy` yourself.' };
  }
  if (node !== undefined && isFlag(node)) {
    const isNamed = isTrue(value) && truth(value) !== '1' && Number.isNaN(Number(value));
    return { value: isTrue(value), ...(isNamed ? { remark: `It named ${value}.` } : {}) };
  }
  const number = Number(truth(value));
  if (value === '' || !Number.isFinite(number)) return { remark: 'It is no number: our default holds.' };
  const { minimum = number, maximum = number } = node ?? {};
  const whole = node?.type === 'integer' ? Math.round(number) : number;
  const bounded = Math.min(maximum, Math.max(minimum, whole));
  if (bounded === number) return { value: bounded };
  return { value: bounded, remark: `Becomes ${bounded}: Winnow takes ${minimum} to ${maximum}.` };
}

/** Combine has its configuration read with AutoTrue: words for true and false are 1 and 0. */
function truth(value: string): string {
  if (/^(?:on|yes|true)$/i.test(value)) return '1';
  return /^(?:off|no|false)$/i.test(value) ? '0' : value;
}

function isTrue(value: string): boolean {
  return truth(value) !== '0' && value !== '';
}

function unknown({ name, value, source }: CombineLine, known: readonly string[]): ImportItem {
  const near = nearest(name, known);
  const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
  const note = `Combine 4.005 has no such variable${hint}: nothing was done with it.`;
  return { fate: 'dropped', name, value, source, note };
}
