import type { ExportName } from './export-names.ts';
import type { ExportFormat } from './format.ts';
import { alvis, combine, dc } from './formats/combine-xml.ts';
import { csv } from './formats/csv.ts';
import { jsonl } from './formats/jsonl.ts';
import { markdown } from './formats/markdown.ts';
import { parquet } from './formats/parquet.ts';
import { wacz } from './formats/wacz.ts';
import { warc } from './formats/warc.ts';

/** The formats of exports by their names. */
export const exportFormats: Readonly<Record<ExportName, ExportFormat>> = {
  ...{ markdown, jsonl, csv, parquet, alvis, dc, combine, warc, wacz },
};
