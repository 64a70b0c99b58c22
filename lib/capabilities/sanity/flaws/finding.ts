import { collectionFlaws } from './collection-flaws.ts';
import type { Flaw, Severity } from './flaw.ts';
import { hostFlaws } from './host-flaws.ts';

/** What may be wrong of when hosts have their turns: due index, inboxes, gates, registered domains. */
const scheduleFlaws = {
  'host-forgotten': {
    severity: 'error',
    meaning: 'a host has something to do, and no entry will wake it',
    repair: 'wakes the host, or puts the missing entry',
  },
  'host-late': {
    severity: 'error',
    meaning: 'a host is due, its ticket ends, or its gate opens long after all that it waits for',
    repair: 'makes it due then; opens the gate after the longest back-off',
  },
  'index-stale': {
    severity: 'warning',
    meaning:
      'an entry of the due index, or of the list of a registered domain, contradicts the control of its host',
    repair: 'corrects or deletes the entry; makes a host where links wait for it',
  },
  'mark-ahead': {
    severity: 'warning',
    meaning: 'a reharvest has marked the pages of a host until a time to come',
    next: 'it ends by itself; `winnow audit` says which reharvest it was',
  },
  'inbox-wrong': {
    severity: 'error',
    meaning: 'a message in the inbox of a host cannot be read, or is about URLs of another host',
    repair: 'removes it and recycles the link log once more; sends URLs to their hosts',
    next: 'a newer version wrote it: `winnow sanity` of that version can read it',
  },
  'ticket-lost': {
    severity: 'warning',
    meaning: 'a ticket ended long ago, and the dispatcher has not looked at its host',
    next: '`winnow crawl` on one machine; on AWS `winnow doctor --stack NAME` (docs/runbook.md#the-dispatcher-is-silent)',
  },
  'robots-wrong': {
    severity: 'error',
    meaning: 'a stored robots.txt has an impossible kind or date',
    repair: 'has it fetched again before any page',
  },
  'domain-wrong': {
    severity: 'warning',
    meaning: 'what is known of the hosts of a registered domain cannot be read, or is impossible',
    repair: 'forgets what was tried; sets pages or bytes to 0',
    next: 'first what is said of the settings of the job; then `winnow sanity --repair`',
  },
} as const satisfies Readonly<Record<string, Flaw>>;

/** What may be wrong of the job itself. */
const jobFlaws = {
  'state-unreadable': {
    severity: 'error',
    meaning: 'something stored cannot be read; what depends on it was not checked',
    next: '`winnow sanity` once more; else restore it (docs/runbook.md#restore)',
  },
  'settings-unreadable': {
    severity: 'error',
    meaning: 'the settings of new tickets are missing or damaged',
    repair: 'on one machine: stores those of job.yaml',
    next: 'delete a damaged object; then `winnow deploy-job DIR --stack NAME` with the same job.yaml (docs/runbook.md#a-job-fails)',
  },
  'job-damaged': {
    severity: 'error',
    meaning: 'a stored field of the job has an impossible value',
    repair:
      'removes work under way (`again`, `judge`, `tasks`, `revisits`): send the command again; other fields: –',
    next: 'its state: `winnow open`; holds: `winnow block`, `winnow pause --host` once more; its key or date: restore it (docs/runbook.md#restore)',
  },
  'model-missing': {
    severity: 'error',
    meaning: 'the trained model of the topic is missing or damaged',
    repair: 'on one machine: stores a missing model again',
    next: 'delete a damaged file; then `winnow deploy-job DIR --stack NAME`, or on one machine `winnow sanity --repair`',
  },
  'figures-wrong': {
    severity: 'warning',
    meaning: 'a counter of the job, or the plan of its revisits, has an impossible value',
    repair: 'sets the counter to the nearest possible value; deletes the plan, which is made anew',
  },
  'command-stuck': {
    severity: 'warning',
    meaning: 'the log shows a command as running for which no job has work left',
    repair: 'marks it as finished',
  },
  'command-unreadable': {
    severity: 'warning',
    meaning: 'an entry of the log of commands cannot be read',
    next: 'nothing depends on it: `winnow audit` lists the others',
  },
  'sums-differ': {
    severity: 'error',
    meaning: 'the stored sums over all hosts differ from the hosts: a crawl ends too early, or never',
    repair: 'adds them up anew',
  },
} as const satisfies Readonly<Record<string, Flaw>>;

/** Every invariant that `winnow sanity` checks, by the code of its violation. docs/sanity.md has the same table. */
export const flaws = { ...jobFlaws, ...hostFlaws, ...scheduleFlaws, ...collectionFlaws };

export type FlawCode = keyof typeof flaws;

/** One violation of an invariant. */
export interface Finding {
  readonly code: FlawCode;
  readonly severity: Severity;
  /** The host, URL, record, segment or domain concerned. */
  readonly subject: string;
  /** What was found, in words. */
  readonly detail: string;
  /** Result of the repair. `possible`: a repair was not requested, but would work; `impossible`: there is none. */
  readonly repair: 'possible' | 'impossible' | 'done' | 'failed';
  /** What to do if there is no repair, with the next command. */
  readonly next?: string;
}

/** Puts the subject into the advice of a flaw, quoted if a shell would split it. */
export function nextCommand(next: string, subject: string): string {
  const word = /^[\w.:/%~+,=@-]+$/.test(subject) ? subject : `'${subject.replaceAll("'", "'\\''")}'`;
  return next.replaceAll('SUBJECT', () => word);
}
