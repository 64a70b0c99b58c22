import { defined } from '../../base/defined.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { datestampOf } from './datestamps.ts';
import { type MetadataFormat, metadataFormats } from './formats/oai.ts';
import { type RecordSet, recordSets } from './record-sets.ts';

export { metadataPrefixes } from './formats/oai.ts';

/** What a repository says of itself. */
export interface Repository {
  readonly job: string;
  /** The mail address of who crawls; absent: the job gives none. */
  readonly mail?: string;
  /** No datestamp is earlier: epoch seconds. Absent: nothing has changed yet. */
  readonly earliest?: number;
  readonly formats: readonly (Pick<MetadataFormat, 'schema' | 'namespace'> & { readonly prefix: string })[];
  /** Absent: the job has no topic. */
  readonly sets?: readonly RecordSet[];
}

export async function describeRepository(place: JobPlace): Promise<Repository> {
  const { ports, of } = place;
  const { identity } = await place.settings(of.name);
  const { all, areThere } = await recordSets(place);
  const [, mail] = /^mailto:([^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+)$/.exec(identity.contact ?? '') ?? [];
  const { objects } = await ports.changes.list(of.name, { since: 0 }, 1);
  const [first] = objects;
  return {
    job: of.name,
    ...defined({ mail, earliest: first && datestampOf(first.at), sets: areThere ? all : undefined }),
    formats: Object.entries(metadataFormats).map(([prefix, { schema, namespace }]) => ({
      ...{ prefix, schema, namespace },
    })),
  };
}
