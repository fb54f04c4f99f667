// The queue of jobs: the library makes its schema, and maintainers are let in. Whoever only reads or proposes finds it
// closed. A newer release of the library with migrations of its own needs this step once more, at the end of the list.

import type { Address } from "../address.ts";
import { installQueue, jobsSchema } from "../jobs.ts";
import type { Line } from "../lines.ts";

export async function makeJobs(line: Line, address: Address): Promise<void> {
  await installQueue(line, address);
  await letMaintainersWork(line, address);
}

export async function letMaintainersWork(line: Line, address: Address): Promise<void> {
  const [queue, role] = [jobsSchema(address), `${address.schema}_maintainer`];
  await line.script(`
begin;
grant usage on schema ${queue} to ${role};
grant select, insert, update, delete on all tables in schema ${queue} to ${role};
grant usage, select on all sequences in schema ${queue} to ${role};
revoke insert, update, delete on ${queue}.migrations from ${role};
do $$ declare each text; begin
  -- The library closes its tables to everybody but their owner.
  for each in select relname from pg_class where relnamespace = '${queue}'::regnamespace and relrowsecurity loop
    execute format('drop policy if exists work on ${queue}.%I', each);
    execute format('create policy work on ${queue}.%I for all to ${role} using (true) with check (true)', each);
  end loop;
end $$;
commit`);
}
