/** Formats and parses time windows as the text of a cell: `22:00-08:00 low, 08:00-22:00 normal`. */
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
 * @param findBandByLabel returns the band for a label in any language
 */
export function parseWindows(
  text: string,
  findBandByLabel: (label: string) => TariffBand | null,
): { windows: BandWindow[]; wrong: string | null } {
  const windows: BandWindow[] = []
  for (const windowText of text.split(/[,，;；、\n]+/).map((part) => part.trim())) {
    if (windowText === '') continue
    const [, begin = '', end = '', label = ''] =
      /^([\d:]+)\s*[-–—~]\s*([\d:]+)\s+(.+)$/.exec(windowText.normalize('NFKC')) ?? []
    const from = parseWindowTime(begin)
    const to = parseWindowTime(end)
    const band = findBandByLabel(label.trim().toLowerCase())
    if (!from || !to || !band) return { windows, wrong: windowText }
    windows.push({ from, to, band })
  }
  return { windows, wrong: null }
}
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
function parseWindowTime(text: string): string | null {
  const timeMs = parseTimeText(text)
  return timeMs === null || timeMs % MINUTE_MS !== 0 ? null : formatClockTime(timeMs % DAY_MS)
}
