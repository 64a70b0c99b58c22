/** A fetched page as a member of an archive, and what it is called. */
export { besidePage } from './warc/beside-page.ts';
export { documentName, type MemberPlace, memberPlace } from './warc/document-name.ts';
export { keptHeaders } from './warc/http-head.ts';
export { type Compress, encodePage, type FetchedDocument, type PageMember } from './warc/page-member.ts';
export { type ArchivedFetch, infoRecord } from './warc/page-record.ts';
export { bodyOf, storedDocument } from './warc/stored-document.ts';
