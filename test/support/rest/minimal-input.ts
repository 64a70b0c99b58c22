import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationName } from '../../../lib/operations/order.ts';

interface Named {
  readonly job: string;
  readonly url: string;
  readonly host: string;
}

const usual: Named = { job: 'birds', url: 'https://a.example/', host: 'a.example' };

/** Operations about no job. */
const ofAll: readonly OperationName[] = [
  'letters',
  'letter',
  'redrive',
  'drop',
  'audit',
  'commands',
  'jobs',
  'load',
  'block',
  'unblock',
  'cancel',
  'compare',
];

/** What an operation must be given at least; of what can change something, that it shall. */
export function minimalInput(
  name: string,
  { job, url, host }: Named = usual,
): Readonly<Record<string, unknown>> {
  const needs: Partial<Readonly<Record<OperationName, Readonly<Record<string, unknown>>>>> = {
    seed: { urls: [url] },
    changes: { from: 'start' },
    fetch: { url },
    why: { url },
    record: { record: url },
    letter: { id: 'l-1' },
    block: { scope: { host } },
    unblock: { scope: { host } },
    cancel: { request: 'none' },
    reharvest: { scope: { olderThanDays: 0 } },
    erase: { host, confirmed: true },
    delete: { host, confirmed: true },
    sql: { list: true },
    'alias-apply': { preferred: host, hosts: [`b.${host.replace(/^[^.]*\./, '')}`] },
    'alias-undo': { all: true },
    export: { to: 'jsonl', incremental: 'roles' },
    'export-begin': { name: 'all', to: 'jsonl' },
    'export-look': { name: 'all' },
    'export-continue': { name: 'all' },
    'export-reset': { consumer: 'none' },
    'sinks-refused': { sink: 'none' },
    'sinks-retry': { sink: 'none' },
    'sinks-rebuild': { sink: 'none' },
    'sinks-reset': { sink: 'none' },
    'sinks-pause': { sink: 'none' },
    'sinks-continue': { sink: 'none' },
    dump: { folder: join(tmpdir(), `winnow-dump-${process.pid}`) },
    load: { folder: join(tmpdir(), 'winnow-no-dump') },
    remove: { confirmed: true },
    hubs: { raise: true },
    ranks: { write: true },
    sanity: { repair: true },
    'deploy-job': { settings: {} },
    classify: { text: 'a barn owl' },
    'classes-examples': { class: '/' },
    'classes-add': { pages: [url], to: '/birds' },
    'classes-move': { examples: ['one'], to: '/birds' },
    'classes-merge': { classes: ['/owls'], to: '/birds' },
    'classes-eliminate': { class: '/owls' },
    'classes-mark': { classes: ['/owls'] },
    'terms-edit': { reset: true },
    'clusters-merge': { ids: ['a', 'b'], name: 'ab' },
    'clusters-rename': { id: 'a', name: 'b' },
    'clusters-topic': { ids: ['a'] },
    raise: { urls: [url] },
    compare: { crawls: [job], replay: ['own'] },
    'examples-add': { pages: [url] },
    'examples-remove': { pages: [url] },
    'examples-rule': { side: 'out', kind: 'host', text: host },
    'examples-accept': { urls: [url] },
    'examples-reject': { urls: [url] },
    'examples-near': { url },
    'examples-approve': { host },
  };
  const given = needs[name as OperationName] ?? {};
  return ofAll.includes(name as OperationName) ? given : { job, ...given };
}
