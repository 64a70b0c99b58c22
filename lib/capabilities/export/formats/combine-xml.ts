import { around, latin1 } from '../../../base/html/xml.ts';
import type { Gone, Outgoing } from '../../../pipeline/feed/outgoing.ts';
import type { ExportFormat, FormatPlan } from '../format.ts';
import { recordWriter, utf8 } from '../format.ts';
import { alvisRecord } from './combine/alvis-record.ts';
import { combineRecord } from './combine/combine-record.ts';
import { dublinCore } from './combine/dublin-core.ts';

/** Combine's three profiles, as its combineExport writes them. */
export const alvis: ExportFormat = profile(
  'XML records of ALVIS, valid by its schema',
  ' xmlns="http://alvis.info/enriched/"',
  alvisRecord,
);
export const dc: ExportFormat = profile(
  'Dublin Core in XML',
  ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
  dublinCore,
);
export const combine: ExportFormat = profile('XML records as Combine keeps them', '', combineRecord);

function profile(
  says: string,
  namespace: string,
  record: (one: Outgoing, plan: FormatPlan) => string,
): ExportFormat {
  return {
    says,
    ...{ ending: '.xml', type: 'application/xml' },
    // The record of ALVIS has the original.
    ...(record === alvisRecord ? { documents: 'or' as const } : {}),
    ...(record === dublinCore ? {} : { hasInlinks: true as const }),
    open(plan) {
      const isLatin = plan.options.charset === 'isolatin';
      const coding = isLatin ? 'ISO-8859-1' : 'UTF-8';
      return recordWriter(`${plan.job}.xml`, {
        head: `<?xml version="1.0" encoding="${coding}"?>\n<documentCollection version="1.1"${namespace}>\n`,
        foot: '</documentCollection>\n',
        encode: isLatin ? latin1 : utf8,
        record: (one) => record(one, plan),
        gone: ({ md5 }: Gone) =>
          record === alvisRecord
            ? around('documentRecord', emptyAcquisition, ` id="${md5}" action="delete"`)
            : `<documentRecord id="${md5}" action="delete"></documentRecord>\n`,
      });
    },
  };
}

/** The schema of ALVIS wants one of a record that is deleted, too. */
const emptyAcquisition = around(
  'acquisition',
  `${around('acquisitionData', `<modifiedDate></modifiedDate>\n<urls></urls>\n`)}<canonicalDocument></canonicalDocument>\n`,
);
