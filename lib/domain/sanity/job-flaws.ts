import type { Flaw } from './flaw.ts';

/** What may be wrong of the job itself. */
export const jobFlaws = {
  'state-unreadable': {
    severity: 'error',
    meaning: 'something that is stored cannot be read, and what depends on it was not checked',
    next: '`winnow sanity` once more; where it is told again: restore it (docs/runbook.md#restore), or the data directory from a copy',
  },
  'settings-unreadable': {
    severity: 'error',
    meaning: 'the settings that new tickets carry are not there, or cannot be read',
    repair: 'on one machine: stores those of job.yaml',
    next: '`winnow deploy-job DIR --stack NAME` with the same job.yaml, after a damaged object was deleted (docs/runbook.md#a-job-fails)',
  },
  'job-damaged': {
    severity: 'error',
    meaning: 'a part of what is stored of the job itself is nothing that a job has',
    repair:
      'takes away what was under way (`again`, `judge`, `tasks`, `revisits`): ask for it again; the rest: –',
    next: 'its state: `winnow open`; what is held: `winnow block`, `winnow pause --host` once more; its key or its date: restore it (docs/runbook.md#restore)',
  },
  'model-missing': {
    severity: 'error',
    meaning: 'the trained model that the topic names is not in the installation, or damaged',
    repair: 'on one machine: puts a missing one there again',
    next: "take a damaged file away; then `winnow deploy-job DIR --stack NAME`, on one machine `winnow sanity --repair`, puts the model of the job's directory there",
  },
  'figures-wrong': {
    severity: 'warning',
    meaning:
      'a number that is added up for the job, or the plan of its revisits, is none that it can come to; the detail says which',
    repair: 'sets a sum to the nearest that can be; takes the plan away: another one is made within a minute',
  },
  'command-stuck': {
    severity: 'warning',
    meaning: 'the log has a command as running, and no job has anything left to do for it',
    repair: 'writes down that it is over',
  },
  'command-unreadable': {
    severity: 'warning',
    meaning: 'an entry of the log of commands cannot be read',
    next: 'nothing hangs on it: `winnow audit` lists the others; ask again for what it was to do',
  },
  'sums-differ': {
    severity: 'error',
    meaning:
      'the sums over all hosts that the store keeps are not those of the hosts: a crawl would end too early, or never',
    repair: 'adds them up anew',
  },
} as const satisfies Readonly<Record<string, Flaw>>;
