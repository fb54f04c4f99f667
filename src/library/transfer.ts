// codicil/transfer. Whole minds: backup, bundles, other tools' memory, other machines; and the doctor.

export { backup, restore } from "../mind/backup.ts";
export { exportBundle, importBundle } from "../mind/bundle.ts";
export { importMemory, type ImportedMemory } from "../mind/importMemory.ts";
export { sync } from "../mind/sync.ts";
export { sendLogs, type Sent, type SendOptions } from "../mind/sending.ts";
export { doctor, type DoctorReport, type Finding, fixFinding } from "../mind/doctor.ts";
