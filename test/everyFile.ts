// Run by vitest at the beginning of every test file.

import { afterAll, afterEach } from "vitest";
import { endAll } from "./ends.ts";

afterEach(() => endAll("test"));
afterAll(() => endAll("file"));
