import { formatCount, formatNumber } from '../../base/quantity.ts';
import { field, hostText, jobName, optional, requestId } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere } from '../../pipeline/operation/place.ts';
import { facts, note } from '../../pipeline/operation/view.ts';
import { erase as eraseStored } from './erase.ts';
import { removeJob } from './remove-job.ts';

/** Deletes for good what purged hosts and deleted pages left: raw documents, and the texts of their pages. */
export const erase = operation({
  about: 'job',
  input: {
    host: field(optional(hostText()), {
      says: 'the host or domain, as given to `winnow block --purge`',
      isArgument: true,
    }),
    deletion: field(optional(requestId()), {
      says: 'in place of a host: erase what the deletion <id> took out of the collection; it cannot be undone then',
      shown: 'id',
    }),
  },
  effect: 'destroys',
  isAlone: true,
  refuses: ({ host, deletion }) =>
    (host === undefined) === (deletion === undefined) ? 'give a host, or --deletion ID' : undefined,
  run: ({ ports, of, eraser, access }, { host, deletion = '' }, { dryRun }) =>
    eraseStored({ ...ports, eraser: onlyThere(eraser) }, of, host ?? { deletion }, {
      ...{ dryRun, isAlone: access === 'alone' },
    }),
  view({ job, hosts, documents, bundles, texts, offTopic, staged, kept }, { dryRun }) {
    const inBundles = bundles === 0 ? '' : ` in ${formatCount(bundles, 'bundle')}`;
    const erased = facts([
      ['hosts', formatCount(hosts, 'host')],
      ['raw documents', `${formatNumber(documents)}${inBundles}`],
      ['texts of pages', `${formatNumber(texts)} in changes objects, which say \`deleted\` in their place`],
      ['off-topic pages', offTopic === 0 ? undefined : formatNumber(offTopic)],
      ['never committed', staged === 0 ? undefined : `contents of ${formatCount(staged, 'turn')}`],
      [
        'stay',
        kept === 0 ? undefined : `${formatCount(kept, 'text')} of records that pages of other hosts hold`,
      ],
    ]);
    return [[note(`${job}: ${dryRun ? 'would be erased' : 'erased'}`), erased]];
  },
});

/** Deletes what the crawl of a job stored, but keeps its collection. */
export const remove = operation({
  about: 'installation',
  input: { job: field(jobName(), { says: '', shown: 'name', isArgument: true }) },
  effect: 'destroys',
  isAlone: true,
  async run({ ports, jobEraser, job }, { job: name }, { dryRun, reason }) {
    const removing = { ...ports, jobEraser: onlyThere(jobEraser) };
    return await removeJob(removing, await job(name), { dryRun, reason });
  },
  view({ job, hosts, pending, visited, erased, collection, forgotten }, { dryRun }) {
    const stays = [
      collection ? 'its records, raw documents and changes objects (`winnow records`, `winnow events`)' : [],
      forgotten ? [] : 'its name and settings',
      'the log of commands',
    ].flat();
    const counted = `${formatCount(hosts, 'host')}, ${formatNumber(pending)} pending, ${formatNumber(visited)} visited`;
    const removed = facts([
      ['hosts', counted],
      ['links', 'inboxes, the link log, off-topic pages, counters and notes'],
      ['deleted', dryRun ? undefined : formatCount(erased, 'row or object', 'rows and objects')],
      ['stay', stays.join(', ')],
      ['indexers', collection ? 'are told nothing' : undefined],
    ]);
    return [[note(`${job}: ${dryRun ? 'would be removed' : 'removed'}`), removed]];
  },
});
