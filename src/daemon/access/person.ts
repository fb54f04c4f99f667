import { needPerson, type Person } from "../../mind/person.ts";
import type { Call } from "./route.ts";

/** The guard lets no agent's token through to a person's act; a defect there ends here. */
export function personOf({ person }: Pick<Call, "person">): Person {
  return needPerson(person, "this");
}
