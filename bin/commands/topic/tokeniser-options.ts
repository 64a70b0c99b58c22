import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { type StemmedLanguage, stemmedLanguages } from '../../../lib/base/language/languages.ts';
import { loadStemmers } from '../../../lib/base/language/load-stemmers.ts';
import { readText } from '../../../lib/config/file/read-config.ts';
import { stopWordsIn, type TokeniserSettings } from '../../../lib/topic/train.ts';
import { appendValue } from '../base/values.ts';

/** Options that decide how documents are split into words. */
export interface TokeniserOptions {
  readonly language?: readonly string[];
  readonly stopWords?: string;
}

export function addTokeniserOptions(command: Command): Command {
  return command
    .option(
      '--language <code>',
      'reduce words to stems in documents of the language <code> (ISO 639-1); may be repeated; the first language also holds for documents without a language',
      appendValue,
    )
    .option('--stop-words <file>', 'ignore the words in <file>, one a line');
}

/** Returns the tokeniser settings of a new model, and loads its stemmers. @throws WinnowError `usage` for a language without a stemmer */
export async function loadTokeniser({
  language = [],
  stopWords,
}: TokeniserOptions): Promise<TokeniserSettings> {
  const unknown = language.find((one) => !stemmedLanguages.includes(one as StemmedLanguage));
  if (unknown !== undefined)
    throw new WinnowError(
      'usage',
      `--language: expected one of ${stemmedLanguages.join(', ')}; there is no stemmer for ${unknown}`,
    );
  const languages = [...new Set(language)] as readonly StemmedLanguage[];
  await loadStemmers(languages);
  return { stopWords: stopWords === undefined ? [] : stopWordsIn(readText(stopWords)), languages };
}
