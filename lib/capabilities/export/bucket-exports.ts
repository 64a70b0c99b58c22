import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import { formatBytes, formatCount } from '../../base/quantity.ts';
import { changeJob } from '../../pipeline/job/open-job.ts';
import { field, optional, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { type JobPlace, onlyThere } from '../../pipeline/operation/place.ts';
import { facts, failure, note } from '../../pipeline/operation/view.ts';
import { consumerName, exportFields } from './export-fields.ts';
import { exportNames } from './export-names.ts';
import { exportSlice } from './room/slice.ts';
import {
  begunExport,
  type KnownExport,
  putExport,
  readExport,
  type StoredExport,
} from './room/stored-export.ts';

/** Exports of a job that are under way at once. */
const mostAtOnce = 20;
/** Its order is stored in a few kB. */
const mostNamed = 50;

const name = () => field(consumerName(), { says: 'the name of the export', shown: 'name', isArgument: true });

/** Begins an export into the bucket of a stack, whose functions go on with it. */
export const beginExport = operation({
  about: 'job',
  input: {
    name: name(),
    to: field(z.enum(exportNames, `must be one of ${exportNames.join(', ')}`), {
      says: 'the form in which it is written',
      shown: 'format',
    }),
    ...exportFields,
  },
  effect: 'changes',
  hasNoDryRun: true,
  refuses({ to, incremental, number, md5 = [], recordid = [] }) {
    const isNamed = md5.length + recordid.length > 0;
    if (incremental !== undefined && (number !== undefined || isNamed))
      return 'give incremental without number, md5 and recordid: a consumer is told of every record';
    if (incremental !== undefined && to === 'markdown')
      return 'a Markdown folder is carried on on a disk only: winnow export --to markdown --incremental';
    if (md5.length + recordid.length > mostNamed) return `give at most ${mostNamed} records by their MD5`;
    return undefined;
  },
  async run(place, { name, ...asked }) {
    if (place.access !== undefined)
      throw new WinnowError('usage', 'this is for stacks: on one machine winnow export --out writes files');
    const question = { ...asked, relativeLinks: false };
    return seen(await begin(place, { name, question }));
  },
  view: ({ name, folder }, { order }) => [
    [note(`begun, for ${folder}: ${order('export look')} ${name} shows how far it is`)],
  ],
});

async function begin(
  { ports, of }: JobPlace,
  { name, question }: Pick<StoredExport, 'name' | 'question'>,
): Promise<StoredExport> {
  const known: KnownExport = await readExport(ports, of.name, name);
  const isUnderWay = known.found?.state === 'begun';
  const now = ports.clock.now();
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const begun: StoredExport = {
    ...{ name, question, folder: `${of.name}/${name}/${time}`, state: 'begun', begunAt: now },
    ...{ takenUntil: 0, calledUntil: 0, called: 0, slices: 0, records: 0, bytes: 0, kept: 0 },
  };
  if (!isUnderWay && !(await putExport(ports, of.name, known, begun)))
    throw new WinnowError('locked', `${name} is being begun by somebody else`);
  // Who died between the two can say it again.
  await changeJob(ports, of.name, (job) => {
    const { exports = [] } = job;
    if (exports.includes(name)) return job;
    if (exports.length >= mostAtOnce)
      throw new WinnowError('usage', `${mostAtOnce} exports of ${job.name} are under way: wait for one`);
    return { ...job, exports: [...exports, name] };
  });
  if (isUnderWay)
    throw new WinnowError('usage', `the export ${name} is under way: winnow export look ${name}`);
  return begun;
}

function seen({ name, folder, state, slices, records, bytes, problem, said }: StoredExport) {
  return { name, folder: `exports/${folder}/`, state, slices, records, bytes, problem, said };
}

/** Shows how far an export into the bucket has come. */
export const lookAtExport = operation({
  about: 'job',
  input: { name: name() },
  effect: 'reads',
  run: async (place, { name }) => seen((await begunExport(place, name)).found),
  view: ({ folder, state, slices, records, bytes, problem, said = [] }) => [
    [
      facts([
        ['export', folder],
        ['state', state === 'begun' ? 'under way' : state],
        [
          'so far',
          `${formatCount(records, 'record')}, ${formatBytes(bytes)}, ${formatCount(slices, 'slice')}`,
        ],
        ['problem', problem],
      ]),
      ...said.map((one) => note(one)),
    ],
  ],
});

/** Runs a slice of an export now. The recycler of a stack asks for it each minute. */
export const goOnWithExport = operation({
  about: 'job',
  input: {
    name: name(),
    maxSeconds: field(optional(whole(1, 780)), { says: 'end the slice after <seconds>', shown: 'seconds' }),
  },
  effect: 'changes',
  logsItself: true,
  hasNoDryRun: true,
  async run(place, { name, maxSeconds = 780 }) {
    const room = onlyThere(place.exportRoom);
    const own = place.ports.clock.monotonic() + 1_000 * maxSeconds;
    return await exportSlice(place, room, { name, endBy: Math.min(own, place.endBy ?? own) });
  },
  view: ({ export: state, records, problem }) => [
    [
      note(`${state}: ${formatCount(records, 'record')}`),
      ...(problem === undefined ? [] : [note(`problem: ${problem}`)]),
      ...(state === 'failed' ? [failure()] : []),
    ],
  ],
});
