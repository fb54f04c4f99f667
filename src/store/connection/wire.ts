// The library that speaks to PostgreSQL, in a file of its own: the bundle keeps it apart, and only a mind whose
// config.yaml names a database ever loads it.

export { default as postgres } from "postgres";
