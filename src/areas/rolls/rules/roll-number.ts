/** Numbers of rolls: given at the doff, unique, readable by a person across the hall. */
import type { Day } from '@/plant/rules/plant-time'

/** `B2611-SS1-261120-007`: batch, line, business date, serial of the line on that date. */
export function jumboNumber(batch: string, line: string, day: Day, serial: number): string {
  return [batch, line, day.slice(2).replaceAll('-', ''), String(serial).padStart(3, '0')].join('-')
}
/** `B2611-SS1-261120-007-2-05`: the jumbo's number, the set (1 for the first doff of the slitter), the lane from the operator's side. */
export function slitNumber(jumbo: string, set: number, lane: number): string {
  return `${jumbo}-${set}-${String(lane).padStart(2, '0')}`
}
/** Numbers of a jumbo run in a series of their own by line and business date. */
export const jumboSeries = (line: string, day: Day): string => `jumbo:${line}:${day}`

/** The jumbo, set and lane a slit roll's number tells of; null for any other text. */
export function partsOfSlitNumber(number: string): { jumbo: string; set: number; lane: number } | null {
  const match = /^(.+-\d{6}-\d{3,})-(\d+)-(\d{2,})$/.exec(number)
  return match ? { jumbo: match[1]!, set: Number(match[2]), lane: Number(match[3]) } : null
}
