import { type Command, InvalidArgumentError, Option } from 'commander';
import { WinnowError } from '../../../../lib/base/error.ts';
import type { Made, MadeKind } from '../../../../lib/pipeline/operation/made.ts';

/** What only a command line does with records in XML: programs and servers that its user names get them. */
export interface ThroughOptions {
  readonly xsltscript?: string;
  readonly pipehost?: string;
  readonly pipeport?: number;
}

export function addThroughOptions(command: Command): void {
  command.option(
    '--xsltscript <file>',
    'of combine: have xsltproc make each record by the XSLT in <file>, as Combine does',
  );
  command.option(
    '--pipehost <host>',
    'send the XML to the ALVIS pipeline at <host>, a document for each record',
  );
  command.addOption(
    new Option(
      '--pipeport <port>',
      'at this <port>; the pipeline is a consumer of its own, told of what is new to it',
    ).argParser((text) => {
      const port = Number(text);
      if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
      throw new InvalidArgumentError('Expected a port, 1 to 65535.');
    }),
  );
}

/** The name of the consumer that a pipeline is; undefined: it is told of no changes. @throws WinnowError `usage` */
function pipeConsumer({ pipehost, pipeport }: ThroughOptions): string | undefined {
  if ((pipehost === undefined) !== (pipeport === undefined))
    throw new WinnowError('usage', 'give --pipehost and --pipeport together');
  if (pipehost === undefined) return undefined;
  return `pipe-${pipehost
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 28)}-${pipeport}`;
}

type Raw = Readonly<Record<string, unknown>>;

/** What was typed, where a pipeline is told of what is new to it. */
export function withPipe(raw: Raw, options: ThroughOptions): Raw {
  const consumer = pipeConsumer(options);
  const isSome = [raw.number, raw.md5, raw.recordid, raw.incremental].some((one) => one !== undefined);
  return consumer === undefined || isSome ? raw : { ...raw, incremental: consumer };
}

/** @throws WinnowError `usage` for what is no XML */
export function throughOf(options: ThroughOptions, kind: MadeKind, to: unknown) {
  const { xsltscript, pipehost, pipeport } = options;
  const isXml = kind.type === 'application/xml';
  if (xsltscript !== undefined && to !== 'combine')
    throw new WinnowError('usage', 'give --xsltscript with --to combine: it reads the records of Combine');
  if (pipehost !== undefined && !isXml)
    throw new WinnowError('usage', 'give --pipehost with --to alvis, combine or dc: a pipeline takes XML');
  return async (pieces: AsyncIterable<Made>): Promise<AsyncIterable<Made>> => {
    let made = pieces;
    if (xsltscript !== undefined) {
      const { transformRecords } = await import('./transform-records.ts');
      made = transformRecords(pieces, xsltscript);
    }
    if (pipehost === undefined || pipeport === undefined) return made;
    const { pipeRecords } = await import('./pipe-records.ts');
    return pipeRecords(made, { host: pipehost, port: pipeport });
  };
}
