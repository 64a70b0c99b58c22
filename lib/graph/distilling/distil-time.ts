/** How long one slice of distilling a job may take on AWS: the most that a function may have. */
export const distilTimeoutMs = 900_000;
