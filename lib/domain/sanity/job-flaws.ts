import type { Flaw } from './flaw.ts';

/** What may be wrong of the job itself. */
export const jobFlaws = {
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
