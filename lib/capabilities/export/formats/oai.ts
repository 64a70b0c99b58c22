import { around } from '../../../base/html/xml.ts';
import type { Outgoing } from '../../../pipeline/feed/outgoing.ts';
import { alvisRecord } from './combine/alvis-record.ts';
import { dublinCoreElements } from './combine/dublin-core.ts';

/** A form in which harvesters of OAI-PMH get records. */
export interface MetadataFormat {
  readonly schema: string;
  readonly namespace: string;
  /** It has the raw document where that is kept. */
  readonly wantsDocuments?: true;
  /** One element in its own namespace. */
  write(one: Outgoing): string;
}

const alvisSpace = 'http://alvis.info/enriched/';
const alvisSchema = 'http://project.alvis.info/alvis_docs/enriched-document.xsd';
const dcSpace = 'http://www.openarchives.org/OAI/2.0/oai_dc/';
const dcSchema = 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd';

const located = (space: string, schema: string): string =>
  ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${space} ${schema}"`;
const options = { charset: 'utf8', nooutlinks: false, collapseinlinks: false, relativeLinks: false } as const;

/** The formats by their prefixes; the first is that which every repository has. */
export const metadataFormats: Readonly<Record<MetadataPrefix, MetadataFormat>> = {
  oai_dc: {
    ...{ schema: dcSchema, namespace: dcSpace },
    write: (one) =>
      around(
        'oai_dc:dc',
        dublinCoreElements(one),
        ` xmlns:oai_dc="${dcSpace}" xmlns:dc="http://purl.org/dc/elements/1.1/"${located(dcSpace, dcSchema)}`,
      ),
  },
  alvis: {
    ...{ schema: alvisSchema, namespace: alvisSpace, wantsDocuments: true },
    write: (one) =>
      around(
        'documentCollection',
        alvisRecord(one, { options }),
        ` version="1.1" xmlns="${alvisSpace}"${located(alvisSpace, alvisSchema)}`,
      ),
  },
};

export type MetadataPrefix = 'oai_dc' | 'alvis';
export const metadataPrefixes = ['oai_dc', 'alvis'] as const satisfies readonly MetadataPrefix[];
