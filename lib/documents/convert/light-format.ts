import { parseContentType } from '../../base/charset/media-type.ts';
import { documentFormatOf, type LightFormatName } from '../sniff/formats.ts';
import { type ConvertSettings, isAmong } from './convert-settings.ts';

/**
 * The format of a document that is converted where pages are read; undefined: it is not. Plain text needs no converter, whatever the
 * settings say.
 */
export function lightFormatOf(
  { types }: Pick<ConvertSettings, 'types'>,
  essence: string,
): Exclude<LightFormatName, 'text'> | undefined {
  const format = documentFormatOf(essence);
  if (format?.weight !== 'light' || format.name === 'text') return undefined;
  return isAmong(essence, types) ? format.name : undefined;
}

/** Whether the body of an answer may be such a document, as far as its `Content-Type` tells. */
export function mayBeLight(settings: Pick<ConvertSettings, 'types'>, contentType: string): boolean {
  const essence = parseContentType(contentType)?.essence;
  return essence !== undefined && lightFormatOf(settings, essence) !== undefined;
}
