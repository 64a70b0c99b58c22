import type { Flaw } from './flaw.ts';

/** What may be wrong of what was collected: records, documents, changes, links. */
export const collectionFlaws = {
  'record-missing': {
    severity: 'error',
    meaning: 'a page leads to a missing record',
    repair: 'makes it anew if its full text is still stored',
    next: 'restore it (docs/runbook.md#restore); else `winnow fetch SUBJECT` tells whether the page brings it back',
  },
  'record-urls-wrong': {
    severity: 'error',
    meaning: 'a record lacks a URL that leads to it, has one too many, or counts them wrongly',
    repair: 'counts them, adds the URL, or removes it, unless it is the last one',
    next: '`winnow fetch SUBJECT` says where the page leads now; else restore (docs/runbook.md#restore)',
  },
  'record-differs': {
    severity: 'warning',
    meaning: 'the register and the full text of a record differ; checked with `--documents`',
    repair: 'writes the register anew',
  },
  'record-untold': {
    severity: 'warning',
    meaning: 'a record that no page leads to and no indexer was told of',
    repair: 'takes its URLs off the record, which leaves the collection',
  },
  'document-missing': {
    severity: 'error',
    meaning: 'the raw document of a record is missing, damaged, or another one than its name says',
    repair:
      'has the pages of the record fetched again at the next turns of their hosts (`reharvest --unconditional`)',
    next: 'the store did not return it: `winnow sanity --documents` once more',
  },
  'document-unowned': {
    severity: 'warning',
    meaning:
      'a raw document never had a record, because its turn died; in bundles checked with `--documents`',
    next: 'nothing has to be done: it only takes room; `winnow records` does not have it',
  },
  'off-topic-missing': {
    severity: 'error',
    meaning: 'the kept content of an off-topic page is missing, or of another page',
    next: '`winnow reharvest --unconditional --prefix SUBJECT` has the page fetched and judged again',
  },
  'change-missing': {
    severity: 'error',
    meaning: 'the full text of a record is missing or of another record',
    next: 'restore it (docs/runbook.md#restore); else the text comes back when the page changes (`winnow record SUBJECT`)',
  },
  'change-unlisted': {
    severity: 'error',
    meaning: 'the list of changes objects lacks one',
    repair: 'lists it again',
  },
  'changes-gap': {
    severity: 'error',
    meaning: 'a changes object is missing, or cannot be read: indexers miss its changes',
    next: 'restore it (docs/runbook.md#restore); else indexers begin anew from `winnow events snapshot`',
  },
  'links-missing': {
    severity: 'error',
    meaning: 'a link segment cannot be read; while it is open no link is recycled',
    repair: 'closes an open segment, so that the others are recycled',
    next: 'restore it (docs/runbook.md#restore), then `winnow recycle --again`; else `winnow reharvest --unconditional --all`',
  },
} as const satisfies Readonly<Record<string, Flaw>>;
