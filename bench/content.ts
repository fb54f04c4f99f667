// npm run bench -- content: judging and redaction together, as the funnel uses them.

import judge from "./judge.ts";
import redact from "./redact.ts";

export default async function content(): Promise<Record<string, number>> {
  const judged = await judge();
  const redacted = await redact();
  return {
    scan_mbps: judged["scan_mbps"] ?? Number.NaN,
    scan_event_us: judged["event_us"] ?? Number.NaN,
    redact_mbps: redacted["redact_mbps"] ?? Number.NaN,
    redact_event_us: redacted["event_us"] ?? Number.NaN,
    import_ms: Math.max(judged["import_ms"] ?? Number.NaN, redacted["import_ms"] ?? Number.NaN),
  };
}
