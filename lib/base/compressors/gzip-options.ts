/** How zlib makes gzip of what is seldom stored, or is too long to be compressed on the spot; most of it comes out in one piece. */
export const gzipOptions = { level: 1, chunkSize: 32 * 1024 } as const;
