import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitSet } from '@/areas/rolls/contract/slitting'
import { lineStop } from '@/plant/contract/line-stop'
import type { RowBatch } from '../draft'

interface Output {
  readonly at: number
  readonly metres: number
  readonly kg: number
  readonly hours: number
}
const emptySum = { metres: 0, kg: 0, hours: 0 }
export type OutputSum = typeof emptySum
interface MachineStop {
  readonly at: number
  readonly end: number
}
const toStringValue = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Output of the machines of a place and stops under an order, recorded while the rows are generated. */
export class MachineOutputLog {
  readonly #by = new Map<string, Output[]>()
  readonly #stops = new Map<string, MachineStop[]>()
  /** Time of the last doffed set of each cutting, or the cutting's start. */
  readonly #cut = new Map<string, number>()
  #sorted = true
  /** Records the jumbos, cuttings, slit sets and stops of some batches. */
  recordBatches(batches: readonly RowBatch[]): void {
    const getRows = (resourceType: { name: string }) =>
      batches.flatMap(({ resource, rows }) => (resource.name === resourceType.name ? rows : []))
    for (const row of getRows(jumboRoll)) this.#jumbo(row)
    for (const row of getRows(cutting))
      this.#cut.set(toStringValue(row['id']), toMillis(toStringValue(row['startedAt'])))
    for (const row of getRows(slitSet)) this.#set(row)
    for (const row of getRows(lineStop)) this.#stop(row)
  }
  #add(machine: string, output: Output): void {
    const existing = this.#by.get(machine)
    if (existing) existing.push(output)
    else this.#by.set(machine, [output])
    this.#sorted = false
  }
  #jumbo(row: Record<string, unknown>): void {
    if (!row['doffedAt']) return
    const millis = toMillis(toStringValue(row['doffedAt']))
    const hours = (millis - toMillis(toStringValue(row['startedAt']))) / HOUR_MS
    this.#add(toStringValue(row['lineId']), {
      at: millis,
      metres: Number(row['lengthM'] ?? 0),
      kg: Number(row['netKg'] ?? row['expectedKg'] ?? 0),
      hours,
    })
  }
  #set(row: Record<string, unknown>): void {
    const millis = toMillis(toStringValue(row['doffedAt']))
    const metres = Number(row['toM']) - Number(row['fromM'])
    const cut = toStringValue(row['cuttingId'])
    const hours = Math.max(0, millis - (this.#cut.get(cut) ?? millis)) / HOUR_MS
    this.#cut.set(cut, millis)
    this.#add(toStringValue(row['slitterId']), { at: millis, metres, kg: Number(row['kg'] ?? 0), hours })
  }
  #stop(row: Record<string, unknown>): void {
    if (!row['workOrderId'] || !row['endedAt']) return
    const machine = toStringValue(row['lineId'])
    const stop = { at: toMillis(toStringValue(row['startedAt'])), end: toMillis(toStringValue(row['endedAt'])) }
    const existing = this.#stops.get(machine)
    if (existing) existing.push(stop)
    else this.#stops.set(machine, [stop])
  }
  /** Sums a machine's output in [from, to), as `sumOutputInSpans` and `sumStoppedHoursBySpan` do on the server. */
  sumBetween(machine: string, from: number, to: number): OutputSum {
    if (!this.#sorted) for (const outputs of this.#by.values()) outputs.sort((a, b) => a.at - b.at)
    this.#sorted = true
    const outputs = this.#by.get(machine) ?? []
    const sum = { ...emptySum }
    for (let i = findFirstIndex(outputs, from); i < outputs.length && outputs[i]!.at < to; i++) {
      const output = outputs[i]!
      sum.metres += output.metres
      sum.kg += output.kg
      sum.hours += output.hours
    }
    for (const { at: millis, end } of this.#stops.get(machine) ?? [])
      if (millis >= from && end < to) sum.hours -= (end - millis) / HOUR_MS
    return { ...sum, hours: Math.max(0, sum.hours) }
  }
}
function findFirstIndex(outputs: readonly Output[], from: number): number {
  let [low, high] = [0, outputs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (outputs[middle]!.at < from) low = middle + 1
    else high = middle
  }
  return low
}
