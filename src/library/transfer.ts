// codicil/transfer. Whole minds: backup, bundles, other tools' memory, other machines; and the doctor.

export { backup, restore, exportBundle, exportOkf, importBundle, importMemory, type ImportedMemory } from "../transfer/index.ts";
export { sync } from "../sharing/sync.ts";
export { sendLogs, type Sent, type SendOptions } from "../sharing/sending.ts";
export { doctor, type DoctorReport, type Finding, fixFinding } from "../doctor/index.ts";
