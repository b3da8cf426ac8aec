/** Time windows as text of a cell: `22:00-08:00 low, 08:00-22:00 normal`. */
import { parseTimeText } from '@/contract/date-text'
import { formatClockTime } from '@/contract/worksheet-cell'
import type { TariffBand, BandWindow } from './tariff'

/**
 * Formats windows as text.
 * @param getBandName label of a band
 */
export const formatWindows = (windows: readonly BandWindow[], getBandName: (band: TariffBand) => string): string =>
  windows.map(({ from, to, band }) => `${from}-${to} ${getBandName(band)}`).join(', ')

/**
 * Parses windows, or returns the first invalid part as `wrong`. 24:00 is midnight.
 * @param findBand returns the band for a label in any language
 */
export function parseWindows(
  text: string,
  findBand: (word: string) => TariffBand | null,
): { windows: BandWindow[]; wrong: string | null } {
  const windows: BandWindow[] = []
  for (const part of text.split(/[,，;；、\n]+/).map((one) => one.trim())) {
    if (part === '') continue
    const [, begin = '', end = '', word = ''] =
      /^([\d:]+)\s*[-–—~]\s*([\d:]+)\s+(.+)$/.exec(part.normalize('NFKC')) ?? []
    const [from, to, band] = [parseWindowTime(begin), parseWindowTime(end), findBand(word.trim().toLowerCase())]
    if (!from || !to || !band) return { windows, wrong: part }
    windows.push({ from, to, band })
  }
  return { windows, wrong: null }
}
const [DAY_MS, MINUTE_MS] = [86_400_000, 60_000]
function parseWindowTime(text: string): string | null {
  const time = parseTimeText(text)
  return time === null || time % MINUTE_MS !== 0 ? null : formatClockTime(time % DAY_MS)
}
