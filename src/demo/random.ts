import { createUuid7 } from '@/contract/id'

/**
 * Chance that falls the same way every time for the same seed (sfc32 of Chris Doty-Humphrey's PractRand, seeded by FNV-1a).
 * Each subject draws from a branch of its own, so that a change in one leaves the others as they were.
 */
export class Dice {
  private readonly words = new Uint32Array(4)
  private readonly bytes = new Uint8Array(12)

  constructor(private readonly seed: string) {
    for (let i = 0; i < 4; i++) this.words[i] = fnv(`${i}:${seed}`)
    for (let i = 0; i < 12; i++) this.draw()
  }

  branch(name: string): Dice {
    return new Dice(`${this.seed}/${name}`)
  }

  /** 0 ≤ x < 1. */
  next(): number {
    return this.draw() / 4_294_967_296
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }
  /** A whole number, both ends included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }
  chance(share: number): boolean {
    return this.next() < share
  }
  pick<T>(from: readonly T[]): T {
    const found = from[this.int(0, from.length - 1)]
    if (found === undefined) throw new RangeError('nothing to pick from')
    return found
  }
  weighted<T>(from: readonly (readonly [T, number])[]): T {
    let left = this.next() * from.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of from) if ((left -= weight) < 0) return value
    return this.pick(from)[0]
  }
  /** Up to `count` different ones. */
  some<T>(from: readonly T[], count: number): T[] {
    const pool = [...from]
    const taken: T[] = []
    while (taken.length < count && pool.length > 0) taken.push(...pool.splice(this.int(0, pool.length - 1), 1))
    return taken
  }
  /** Box and Muller's transform. */
  normal(mean: number, deviation: number): number {
    return mean + deviation * Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }
  lognormal(median: number, sigma: number): number {
    return median * Math.exp(this.normal(0, sigma))
  }
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next())
  }
  /** Time to failure; shape 1 is chance alone, above 1 wear. By inversion of the distribution function. */
  weibull(scale: number, shape: number): number {
    return scale * (-Math.log(1 - this.next())) ** (1 / shape)
  }
  /** A row's id, ordered by the moment it was made at (milliseconds since 1970). */
  id(millis: number): string {
    const bytes = this.bytes
    for (let i = 0; i < 12; i += 4) {
      const word = this.draw()
      bytes[i] = word >>> 24
      bytes[i + 1] = word >>> 16
      bytes[i + 2] = word >>> 8
      bytes[i + 3] = word
    }
    return createUuid7(Math.max(0, Math.floor(millis)), bytes)
  }

  private draw(): number {
    const w = this.words
    const [a = 0, b = 0, c = 0, counter = 0] = w
    const drawn = (a + b + counter) >>> 0
    w[3] = counter + 1
    w[0] = b ^ (b >>> 9)
    w[1] = c + (c << 3)
    w[2] = ((c << 21) | (c >>> 11)) + drawn
    return drawn
  }
}

function fnv(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Rounded to so many decimals, never −0. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0
