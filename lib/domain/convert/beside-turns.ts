import { parseContentType } from '../../base/charset/media-type.ts';
import {
  type ConvertSettings,
  documentFormatOf,
  isAmong,
  type ProgramSettings,
} from '../../documents/settings.ts';
import { saysNothing } from '../../documents/types.ts';

/** The program that a job has for a media type; undefined: none. The first one counts. */
export function programFor(
  { programs }: Pick<ConvertSettings, 'programs'>,
  essence: string,
): ProgramSettings | undefined {
  return programs.find(({ types }) => isAmong(essence, types));
}

/**
 * Whether a document is converted beside the turns of its host: a converter that may take long, or much memory, or a
 * program reads it.
 */
export function isConvertedBeside(settings: ConvertSettings, essence: string): boolean {
  if (!isAmong(essence, settings.types)) return false;
  return programFor(settings, essence) !== undefined || documentFormatOf(essence)?.weight === 'heavy';
}

/** Extensions of documents that servers often send as a download without a type. */
const documentExtensions = new Set([
  ...['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ods', 'ppt', 'pptx', 'odt', 'odp', 'rtf', 'epub'],
  ...['tex', 'ps', 'csv', 'eml'],
]);

/**
 * Whether the body of an answer may be a document that is converted beside the turns, as far as its `Content-Type` tells.
 * @param extension of the path, for answers that do not say what they are
 */
export function mayBeConverted(
  settings: ConvertSettings,
  contentType: string,
  extension: string | undefined,
): boolean {
  const essence = parseContentType(contentType)?.essence;
  if (essence === undefined) return false;
  if (saysNothing(essence) && extension !== undefined && documentExtensions.has(extension))
    return settings.types.length > 0;
  return isConvertedBeside(settings, essence);
}
