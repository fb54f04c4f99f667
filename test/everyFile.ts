// Run by vitest at the beginning of every test file.

import { afterAll, afterEach } from "vitest";
import { endAll } from "./ends.ts";

// As in the worlds of kit.ts: an install in this process compiles no client for a gate that nobody starts.
process.env["CODICIL_RESIDENT"] = "off";

afterEach(() => endAll("test"));
afterAll(() => endAll("file"));
