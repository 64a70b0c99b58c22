import { documentFormatOf, type LightFormatName } from '../sniff/formats.ts';
import {
  type Conversion,
  type ConvertRequest,
  defaultConvertLimits,
  type LightConverter,
  Unreadable,
  unreadable,
} from './converter.ts';
import { convertMail } from './mail/convert-mail.ts';
import { convertMarkdown } from './markdown/convert-markdown.ts';
import { convertImage } from './media/convert-image.ts';
import { convertArchive } from './other/convert-archive.ts';
import { convertRtf } from './rtf/convert-rtf.ts';
import { convertTex } from './tex/convert-tex.ts';
import { convertJson } from './text/convert-json.ts';
import { convertPlain } from './text/convert-plain.ts';
import { convertCsv, convertTsv } from './text/convert-table.ts';
import { convertXml } from './text/convert-xml.ts';

const converters: Readonly<Record<LightFormatName, LightConverter>> = {
  text: convertPlain,
  csv: convertCsv,
  tsv: convertTsv,
  json: convertJson,
  xml: convertXml,
  svg: convertXml,
  markdown: convertMarkdown,
  tex: convertTex,
  rtf: convertRtf,
  mail: convertMail,
  image: convertImage,
  archive: convertArchive,
};

/** Converts a document of a light format, where pages are read. Never throws, and takes a time that grows with the document only. */
export function convertLight(request: ConvertRequest): Conversion {
  if (request.body.length === 0) return unreadable('empty', 'the document has no bytes');
  const format = documentFormatOf(request.mediaType);
  if (format?.weight !== 'light') return unreadable('unsupported', `${request.mediaType} is no light format`);
  try {
    return converters[format.name](request, request.limits ?? defaultConvertLimits);
  } catch (error) {
    return unreadable(
      error instanceof Unreadable ? error.reason : 'damaged',
      error instanceof Error ? error.message : String(error),
    );
  }
}
