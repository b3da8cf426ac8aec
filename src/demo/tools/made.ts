import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitSet } from '@/areas/rolls/contract/slitting'
import { lineStop } from '@/plant/contract/line-stop'
import type { Batch } from '../draft'

interface Output {
  readonly at: number
  readonly metres: number
  readonly kg: number
  readonly hours: number
}
const nothing = { metres: 0, kg: 0, hours: 0 }
export type Sum = typeof nothing
interface Stop {
  readonly at: number
  readonly end: number
}
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Output of the machines of a place and stops under an order, recorded while the rows are generated. */
export class Made {
  readonly #by = new Map<string, Output[]>()
  readonly #stops = new Map<string, Stop[]>()
  /** Time of the last doffed set of each cutting, or the cutting's start. */
  readonly #cut = new Map<string, number>()
  #sorted = true
  /** Records the jumbos, cuttings, slit sets and stops of some batches. */
  note(batches: readonly Batch[]): void {
    const rowsOf = (of: { name: string }) =>
      batches.flatMap(({ resource, rows }) => (resource.name === of.name ? rows : []))
    for (const row of rowsOf(jumboRoll)) this.#jumbo(row)
    for (const row of rowsOf(cutting)) this.#cut.set(text(row['id']), toMillis(text(row['startedAt'])))
    for (const row of rowsOf(slitSet)) this.#set(row)
    for (const row of rowsOf(lineStop)) this.#stop(row)
  }
  #add(machine: string, output: Output): void {
    const known = this.#by.get(machine)
    if (known) known.push(output)
    else this.#by.set(machine, [output])
    this.#sorted = false
  }
  #jumbo(row: Record<string, unknown>): void {
    if (!row['doffedAt']) return
    const at = toMillis(text(row['doffedAt']))
    const hours = (at - toMillis(text(row['startedAt']))) / HOUR_MS
    this.#add(text(row['lineId']), {
      at,
      metres: Number(row['lengthM'] ?? 0),
      kg: Number(row['netKg'] ?? row['expectedKg'] ?? 0),
      hours,
    })
  }
  #set(row: Record<string, unknown>): void {
    const at = toMillis(text(row['doffedAt']))
    const metres = Number(row['toM']) - Number(row['fromM'])
    const cut = text(row['cuttingId'])
    const hours = Math.max(0, at - (this.#cut.get(cut) ?? at)) / HOUR_MS
    this.#cut.set(cut, at)
    this.#add(text(row['slitterId']), { at, metres, kg: Number(row['kg'] ?? 0), hours })
  }
  #stop(row: Record<string, unknown>): void {
    if (!row['workOrderId'] || !row['endedAt']) return
    const machine = text(row['lineId'])
    const stop = { at: toMillis(text(row['startedAt'])), end: toMillis(text(row['endedAt'])) }
    const known = this.#stops.get(machine)
    if (known) known.push(stop)
    else this.#stops.set(machine, [stop])
  }
  /** Sums a machine's output in [from, to), as `sumOutputInSpans` and `sumStoppedHoursBySpan` do on the server. */
  between(machine: string, from: number, to: number): Sum {
    if (!this.#sorted) for (const all of this.#by.values()) all.sort((a, b) => a.at - b.at)
    this.#sorted = true
    const all = this.#by.get(machine) ?? []
    const sum = { ...nothing }
    for (let i = firstFrom(all, from); i < all.length && all[i]!.at < to; i++) {
      const one = all[i]!
      sum.metres += one.metres
      sum.kg += one.kg
      sum.hours += one.hours
    }
    for (const { at, end } of this.#stops.get(machine) ?? [])
      if (at >= from && end < to) sum.hours -= (end - at) / HOUR_MS
    return { ...sum, hours: Math.max(0, sum.hours) }
  }
}
function firstFrom(all: readonly Output[], from: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]!.at < from) low = middle + 1
    else high = middle
  }
  return low
}
