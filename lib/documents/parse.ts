/** Bytes become marked-up text, links, metadata, and fields that a job takes out by rules of its own. */
export type { Markup, MarkupLink } from './html/markup.ts';
export { isInstant, type Refresh } from './html/meta-refresh.ts';
export { needsScripts } from './html/needs-scripts.ts';
export { type PageControls, pageControls } from './html/page-controls.ts';
export { readMarkup } from './html/read-markup.ts';
export { type ParsedPage, type ParseRequest, parseBody } from './parsing/parse-body.ts';
