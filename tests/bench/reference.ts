/**
 * The reference work: a fixed amount of JSON, sorting and hashing, which servers do most. Limits in ms, s and calls per second hold
 * for a machine that needs `REFERENCE_MS` for it, and are scaled to the machine of the run.
 */
import { createHash } from 'node:crypto'

export const REFERENCE_MS = 100
const ROUNDS = 9

const rows = Array.from({ length: 2_000 }, (_, n) => ({
  id: createHash('sha1').update(String(n)).digest('hex'),
  code: `M-${(n * 7_919) % 100_003}`,
  name: `纺丝机 ${n % 97}`,
  madeAt: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
  values: [n / 7, n / 11, n / 13],
}))
function doReferenceWork(): void {
  for (let round = 0; round < 25; round++) {
    const text = JSON.stringify(rows)
    const copy = (JSON.parse(text) as typeof rows).sort((a, b) => (a.code < b.code ? -1 : 1))
    createHash('sha256').update(text).update(copy[0]!.id).digest('hex')
  }
}
/** Measures the reference work on the machine as it is now. @returns the median duration, ms */
export function measureReference(): number {
  doReferenceWork()
  const durationsMs = Array.from({ length: ROUNDS }, () => {
    const startTime = performance.now()
    doReferenceWork()
    return performance.now() - startTime
  })
  return durationsMs.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
}
