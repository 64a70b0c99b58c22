export const exportNames = [
  ...['markdown', 'jsonl', 'csv', 'parquet', 'alvis', 'dc', 'combine', 'warc', 'wacz'],
] as readonly ExportName[];

export type ExportName =
  | 'markdown'
  | 'jsonl'
  | 'csv'
  | 'parquet'
  | 'alvis'
  | 'dc'
  | 'combine'
  | 'warc'
  | 'wacz';
