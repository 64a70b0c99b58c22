/** The job name that stands for all jobs of an installation. */
export const allJobs = '*';
