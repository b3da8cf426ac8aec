/** Builds and parses roll numbers. A number is unique, is assigned at the doff, and can be read across the hall. */
import type { Day } from '@/plant/rules/plant-time'

/** Builds `B2611-SS1-261120-007`: batch, line, business date, serial of the line on that date. */
export function buildJumboNumber(batch: string, line: string, day: Day, serial: number): string {
  return [batch, line, day.slice(2).replaceAll('-', ''), String(serial).padStart(3, '0')].join('-')
}
/**
 * Builds `B2611-SS1-261120-007-2-05`: jumbo number, set (1 for the first doff of the slitter), lane from the operator's
 * side.
 */
export function buildSlitNumber(jumbo: string, set: number, lane: number): string {
  return `${jumbo}-${set}-${String(lane).padStart(2, '0')}`
}
/** Returns the name of the number series of jumbos, one per line and business date. */
export const buildJumboSeries = (line: string, day: Day): string => `jumbo:${line}:${day}`

/** Returns the jumbo, set and lane in a slit roll's number; null for any other text. */
export function parseSlitNumber(number: string): { jumbo: string; set: number; lane: number } | null {
  const match = /^(.+-\d{6}-\d{3,})-(\d+)-(\d{2,})$/.exec(number)
  return match ? { jumbo: match[1]!, set: Number(match[2]), lane: Number(match[3]) } : null
}
