/** Memory of another process that lies in RAM, as Linux tells it. */
import { readFileSync, writeFileSync } from 'node:fs'

/** Whether this system tells it. */
export const told = process.platform === 'linux'

/** MiB: now, or the highest since `forgetPeak`. */
export function residentMiB(pid: number, which: 'now' | 'peak'): number {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM'
  const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
