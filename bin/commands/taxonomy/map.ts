import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { mapTopic, openTaxonomy, type Placement } from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderMap } from '../../render/topic/taxonomy.ts';
import { addTargetOptions, type TargetOptions } from '../base/context.ts';
import { readFiles } from '../base/example-directory.ts';
import { isUrl } from '../base/page-at.ts';
import { readJsonLines } from '../topic/json-lines.ts';
import { readPagesAt } from '../topic/listed-pages.ts';
import { openTaxonomyFile } from './work-file.ts';

interface MapOptions extends TargetOptions {
  readonly jsonl?: string;
}

export function defineMap(command: Command, io: Io): void {
  addTargetOptions(command.command('map'))
    .description('classify pages of your topic, and propose the classes to mark as good')
    .argument('<model>', 'the file of the taxonomy')
    .argument(
      '[pages...]',
      'text and HTML files, directories of such files, or URLs, which are read from the collection or fetched',
    )
    .option('--jsonl <file>', 'also classify the documents of <file>, one {"text": …} a line')
    .action(async (file: string, pages: readonly string[], options: MapOptions) => {
      const { taxonomy } = await openTaxonomyFile(file);
      const { tree } = taxonomy;
      const classifier = openTaxonomy(taxonomy);
      const placed: { readonly name: string; readonly placement: Placement }[] = [];
      for await (const { name, text, language } of readDocuments(pages, options, io))
        placed.push({ name, placement: classifier.place(text, language) });
      if (placed.length === 0)
        throw new WinnowError('usage', 'give pages of your topic: files, directories, URLs, or --jsonl FILE');
      const map = mapTopic(
        tree,
        placed.map(({ placement }) => placement),
      );
      const report = {
        ...map,
        pages: placed.map(({ name, placement }) => ({
          name,
          class: tree[placement.best]?.path as string,
          probability: Math.exp(placement.endLogs[placement.best] as number),
          words: placement.evidence(placement.best, 5).map(({ word }) => word),
        })),
      };
      io.out(options.json === true ? json(report) : renderMap(report));
    });
}

async function* readDocuments(
  pages: readonly string[],
  options: MapOptions,
  io: Io,
): AsyncGenerator<{ readonly name: string; readonly text: string; readonly language?: string | undefined }> {
  const { jsonl } = options;
  for (const { file, page, text = '' } of readFiles(pages.filter((one) => !isUrl(one))))
    yield { name: file, text, language: page?.language };
  const urls = pages.filter(isUrl);
  if (urls.length > 0)
    for (const { url, text, language } of await readPagesAt(urls, options, io))
      yield { name: url, text, language };
  if (jsonl === undefined) return;
  for await (const { line, id, text, language } of readJsonLines(jsonl, io))
    yield { name: id === undefined ? `${jsonl}:${line}` : String(id), text, language };
}
