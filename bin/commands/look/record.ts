import { Option } from 'commander';
import { bodyOf, storedDocument } from '../../../lib/archive/documents.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderRecord } from '../../render/look/records.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

interface RecordOptions extends TargetOptions {
  readonly text?: boolean;
  readonly raw?: boolean;
}

export const record: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .argument('<md5|url>', 'the MD5 of the record, or one of its URLs')
    .option('--text', 'print the whole text, not only its beginning')
    .addOption(
      new Option(
        '--raw',
        'print nothing but the raw document, byte for byte without its content coding',
      ).conflicts(['text', 'json']),
    )
    .action(async (md5OrUrl: string, options: RecordOptions) => {
      const { view, document } = await withJob(
        options,
        'guest',
        'refresh',
        async ({ crawl, installation }) => {
          const found = await crawl.record(md5OrUrl);
          const key = options.raw === true ? found?.entry.document : undefined;
          const bytes = key === undefined ? undefined : await installation.document(key);
          return { view: found, document: key && bytes && bodyOf(storedDocument(key, bytes)) };
        },
      );
      if (view === undefined)
        throw new WinnowError(
          'not-found',
          `no record ${JSON.stringify(md5OrUrl)}; 'winnow why URL' explains what happened to a URL`,
        );
      if (options.raw === true) {
        if (!document) throw new WinnowError('not-found', `no raw document of ${view.entry.md5} is stored`);
        io.out(document);
        return;
      }
      io.out(options.json === true ? json(view) : renderRecord(view, options.text === true));
    });
};
