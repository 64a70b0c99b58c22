/** Documents that are no HTML become HTML. */
export { convertDocument } from './convert/convert-document.ts';
