export const jobFileName = 'job.yaml';
/** Stands in the data directory; in the bucket of a stack. */
export const installationFileName = 'installation.yaml';
