import { createHash } from 'node:crypto'
import type { Call } from './pipeline'

/** SHA-256 over the operation and its input with sorted names, so that equal requests are equal however they were written. */
export const requestHash = (call: Pick<Call, 'endpoint' | 'input'>): string =>
  createHash('sha256').update(call.endpoint).update('\0').update(canonical(call.input)).digest('hex')
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
      .join(',')}}`
  return JSON.stringify(value ?? null)
}
