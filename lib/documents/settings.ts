/** What a job says of documents: which are converted, what is taken out of them, what is made of them. */
export {
  type AnalysisSettings,
  analysisSection,
  defaultAnalysisSettings,
} from './analysis/analysis-settings.ts';
export {
  type ConvertProgram,
  type ConvertSettings,
  convertSection,
  documentPlace,
  isAmong,
  mediaTypePattern,
  type ProgramSettings,
} from './convert/convert-settings.ts';
export { type Conversion, type ConvertRequest, defaultConvertLimits } from './convert/converter.ts';
export { mayBeLight } from './convert/light-format.ts';
export { maxAsks, maxDeliveries, orderKeptMs, waitMs } from './convert/lost.ts';
export { checkSelector, extractFields } from './html/extract-fields.ts';
export { type ExtractRule, extractSetting } from './html/extract-rules.ts';
export { documentFormatOf } from './sniff/formats.ts';
