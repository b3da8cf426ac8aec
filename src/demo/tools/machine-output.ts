import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitSet } from '@/areas/slitting/contract/slitting'
import { lineStop } from '@/plant/contract/line-stop'
import type { RowBatch } from '../draft'

interface Output {
  readonly atMs: number
  readonly metres: number
  readonly kg: number
  readonly hours: number
}
const emptySum = { metres: 0, kg: 0, hours: 0 }
export type OutputSum = typeof emptySum
interface MachineStop {
  readonly startMs: number
  readonly endMs: number
}
const toStringValue = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Records the output of a place's machines, and their stops during an order, while the rows are generated. */
export class MachineOutputLog {
  readonly #outputsByMachine = new Map<string, Output[]>()
  readonly #stopsByMachine = new Map<string, MachineStop[]>()
  /** Time of the last doffed set of each cutting, or the cutting's start. */
  readonly #lastSetMsByCutting = new Map<string, number>()
  #areOutputsSorted = true
  /** Records the jumbos, cuttings, slit sets and stops of some batches. */
  recordBatches(batches: readonly RowBatch[]): void {
    const getRows = (resourceType: { name: string }) =>
      batches.flatMap(({ resource, rows }) => (resource.name === resourceType.name ? rows : []))
    for (const row of getRows(jumboRoll)) this.#recordJumbo(row)
    for (const row of getRows(cutting))
      this.#lastSetMsByCutting.set(toStringValue(row['id']), toMillis(toStringValue(row['startedAt'])))
    for (const row of getRows(slitSet)) this.#recordSet(row)
    for (const row of getRows(lineStop)) this.#recordStop(row)
  }
  #addOutput(machineId: string, output: Output): void {
    const outputs = this.#outputsByMachine.get(machineId)
    if (outputs) outputs.push(output)
    else this.#outputsByMachine.set(machineId, [output])
    this.#areOutputsSorted = false
  }
  #recordJumbo(row: Record<string, unknown>): void {
    if (!row['doffedAt']) return
    const doffedMs = toMillis(toStringValue(row['doffedAt']))
    const hours = (doffedMs - toMillis(toStringValue(row['startedAt']))) / HOUR_MS
    this.#addOutput(toStringValue(row['lineId']), {
      atMs: doffedMs,
      metres: Number(row['lengthM'] ?? 0),
      kg: Number(row['netKg'] ?? row['expectedKg'] ?? 0),
      hours,
    })
  }
  #recordSet(row: Record<string, unknown>): void {
    const doffedMs = toMillis(toStringValue(row['doffedAt']))
    const metres = Number(row['toM']) - Number(row['fromM'])
    const cuttingId = toStringValue(row['cuttingId'])
    const hours = Math.max(0, doffedMs - (this.#lastSetMsByCutting.get(cuttingId) ?? doffedMs)) / HOUR_MS
    this.#lastSetMsByCutting.set(cuttingId, doffedMs)
    this.#addOutput(toStringValue(row['slitterId']), { atMs: doffedMs, metres, kg: Number(row['kg'] ?? 0), hours })
  }
  #recordStop(row: Record<string, unknown>): void {
    if (!row['workOrderId'] || !row['endedAt']) return
    const machineId = toStringValue(row['lineId'])
    const stop = { startMs: toMillis(toStringValue(row['startedAt'])), endMs: toMillis(toStringValue(row['endedAt'])) }
    const stops = this.#stopsByMachine.get(machineId)
    if (stops) stops.push(stop)
    else this.#stopsByMachine.set(machineId, [stop])
  }
  /** Sums a machine's output in [from, to), as `sumOutputInSpans` and `sumStoppedHoursBySpan` do on the server. */
  sumBetween(machineId: string, fromMs: number, toMs: number): OutputSum {
    if (!this.#areOutputsSorted)
      for (const outputs of this.#outputsByMachine.values()) outputs.sort((a, b) => a.atMs - b.atMs)
    this.#areOutputsSorted = true
    const outputs = this.#outputsByMachine.get(machineId) ?? []
    const sum = { ...emptySum }
    for (let i = findFirstIndex(outputs, fromMs); i < outputs.length && outputs[i]!.atMs < toMs; i++) {
      const output = outputs[i]!
      sum.metres += output.metres
      sum.kg += output.kg
      sum.hours += output.hours
    }
    for (const { startMs, endMs } of this.#stopsByMachine.get(machineId) ?? [])
      if (startMs >= fromMs && endMs < toMs) sum.hours -= (endMs - startMs) / HOUR_MS
    return { ...sum, hours: Math.max(0, sum.hours) }
  }
}
function findFirstIndex(outputs: readonly Output[], fromMs: number): number {
  let [low, high] = [0, outputs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (outputs[middle]!.atMs < fromMs) low = middle + 1
    else high = middle
  }
  return low
}
