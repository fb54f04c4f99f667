// The library that queues jobs in PostgreSQL, in a file of its own: the bundle keeps it apart, and only a mind in a database
// that moves or beats ever loads it (`loadQueue` in jobs.ts).

export { Logger, makeWorkerUtils, runOnce } from "graphile-worker";
