import { HOUR, toMillis } from '@/plant/rules/plant-time'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitSet } from '@/areas/rolls/contract/slitting'
import type { Batch } from '../draft'

interface Output {
  readonly at: number
  readonly metres: number
  readonly kg: number
  readonly hours: number
}
const nothing = { metres: 0, kg: 0, hours: 0 }
export type Sum = typeof nothing
/** A set is cut at most so long. */
const LONGEST_SET = HOUR
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What came off the machines of a place, noted while its rolls go by. */
export class Made {
  readonly #by = new Map<string, Output[]>()
  #sorted = true
  note(batches: readonly Batch[]): void {
    for (const { resource, rows } of batches)
      if (resource.name === jumboRoll.name) rows.forEach((row) => this.#jumbo(row))
      else if (resource.name === slitSet.name) rows.forEach((row) => this.#set(row))
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
    const hours = (at - toMillis(text(row['startedAt']))) / HOUR
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
    this.#add(text(row['slitterId']), { at, metres, kg: Number(row['kg'] ?? 0), hours: 0 })
  }
  /** What a machine made from a moment on and before another. */
  between(machine: string, from: number, to: number): Sum {
    if (!this.#sorted) for (const all of this.#by.values()) all.sort((a, b) => a.at - b.at)
    this.#sorted = true
    const all = this.#by.get(machine) ?? []
    const sum = { ...nothing }
    let before = from
    for (let i = firstFrom(all, from); i < all.length && all[i]!.at < to; i++) {
      const one = all[i]!
      sum.metres += one.metres
      sum.kg += one.kg
      sum.hours += one.hours || Math.min(one.at - before, LONGEST_SET) / HOUR
      before = one.at
    }
    return sum
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
