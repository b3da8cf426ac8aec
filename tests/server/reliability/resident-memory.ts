/** Resident memory of another process, read from Linux’s /proc. */
import { readFileSync, writeFileSync } from 'node:fs'

/** True if this system has /proc. */
export const canMeasureMemory = process.platform === 'linux'

/** Returns the current resident memory, or the peak since `resetPeak`. */
export function readResidentMiB(pid: number, which: 'now' | 'peak'): number {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM'
  const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
