import { formatBytes } from '../../../base/quantity.ts';
import { operation } from '../../../pipeline/operation/operation.ts';
import { onlyThere } from '../../../pipeline/operation/place.ts';
import { note } from '../../../pipeline/operation/view.ts';
import { writeTaxonomy } from '../../../topic/models.ts';
import { topicVersion } from '../../../topic/settings.ts';
import { lookAtNote, putNote, withNote } from '../stored-note.ts';
import { changedByOthers, openWork, storedTaxonomy } from '../stored-taxonomy.ts';

/** Writes the taxonomy that is in force with its examples, as `winnow taxonomy` and job.yaml take it. */
export const save = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  // Where the files of the job say something else, people want to see what is stored.
  job: 'stored',
  files: { shown: 'file', says: 'where to write it', isRequired: true },
  async run(place, _, { put }) {
    const stored = await storedTaxonomy(place);
    const { work } = await openWork(place.ports, stored);
    const bytes = writeTaxonomy(work);
    const { good, crawlOnly } = stored.filter;
    return {
      ...{ file: onlyThere(put)(`${place.of.name}.model`, [bytes]), bytes: bytes.length },
      ...{ good, crawlOnly },
    };
  },
  view: ({ file, bytes, good, crawlOnly }) => [
    [
      note(`${file}: ${formatBytes(bytes)}`),
      note(
        `its marks, for job.yaml: topic.good ${JSON.stringify(good)}, crawlOnly ${JSON.stringify(crawlOnly)}`,
      ),
    ],
  ],
});

/** Forgets what people changed of a taxonomy: the files of the job say all again. What was trained stays for nobody. */
export const discard = operation({
  about: 'job',
  input: {},
  effect: 'changes',
  job: 'stored',
  async run({ ports, of, settings, ensureJob }, _, { dryRun }) {
    const { note: changed, version, isDamaged } = await lookAtNote(ports, of.name);
    const filed = withNote(await settings(of.name), undefined);
    const report = {
      version: topicVersion(filed.topic),
      ...(isDamaged ? { by: 'somebody' } : {}),
      ...(changed === undefined ? {} : { by: changed.by, at: changed.at }),
    };
    if (dryRun || (changed === undefined && !isDamaged)) return report;
    const put = onlyThere(ensureJob);
    if (!(await putNote(ports, of.name, version, undefined))) throw changedByOthers(of.name);
    await put(filed);
    return report;
  },
  view({ version, by, at = 0 }, { dryRun, order }) {
    if (by === undefined) return [[note('nothing was changed: the files of the job say all of its classes')]];
    const what = `what ${by} changed, last at ${new Date(at).toISOString()}`;
    if (dryRun) return [[note(`${what}, would be forgotten`)]];
    return [
      [
        note(`forgotten: ${what}`),
        note(`topic ${version}: ${order('reclassify')} applies it to stored pages`),
      ],
    ];
  },
});
