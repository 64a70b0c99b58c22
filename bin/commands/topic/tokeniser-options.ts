import type { Command } from 'commander';
import { readText } from '../../../lib/config/combine/read-config.ts';
import { type StemmedLanguage, stemmedLanguages } from '../../../lib/domain/analysis/languages.ts';
import { loadStemmers } from '../../../lib/domain/analysis/load-stemmers.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { stopWordsIn, type TokeniserSettings } from '../../../lib/domain/topic/learn/tokeniser.ts';
import { appendValue } from '../base/values.ts';

/** How documents are to become words, as a command line says it. */
export interface TokeniserOptions {
  readonly language?: readonly string[];
  readonly stopWords?: string;
}

export function tokeniserOptions(command: Command): Command {
  return command
    .option(
      '--language <code>',
      'reduce words to their stems in documents of this language (ISO 639-1); may be given several times, the first is that of documents that do not say theirs',
      appendValue,
    )
    .option('--stop-words <file>', 'words that do not count, one a line');
}

/** The tokeniser of a new model, with its stemmers loaded. @throws WinnowError `usage` for a language without a stemmer */
export async function tokeniserOf({
  language = [],
  stopWords,
}: TokeniserOptions): Promise<TokeniserSettings> {
  const unknown = language.find((one) => !stemmedLanguages.includes(one as StemmedLanguage));
  if (unknown !== undefined)
    throw new WinnowError(
      'usage',
      `--language: there is no stemmer for ${unknown}; there are ${stemmedLanguages.join(', ')}`,
    );
  const languages = [...new Set(language)] as readonly StemmedLanguage[];
  await loadStemmers(languages);
  return { stopWords: stopWords === undefined ? [] : stopWordsIn(readText(stopWords)), languages };
}
