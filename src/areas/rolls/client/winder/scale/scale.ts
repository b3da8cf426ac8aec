/** A weighing device, whatever it is connected by. */
export interface Weight {
  /** Net or gross as the scale shows it, kg. */
  readonly kg: number
  /** The platform no longer moves. Scales that do not say count as stable when the same weight came twice. */
  readonly stable: boolean
}
export interface Scale {
  /** Calls back with each weight that the scale sends, until stopped. Rejects when the device is lost. */
  read(seen: (weight: Weight) => void, stop: AbortSignal): Promise<void>
  close(): Promise<void>
}

const KG_PER: Readonly<Record<string, number>> = { kg: 1, g: 0.001, t: 1000, lb: 0.45359237 }
/**
 * One line of a scale's continuous ASCII output; null when it is no weight. Understood are the frames that most indicators
 * can be set to: A&D and compatible (`ST,GS,+0482.5kg`, `US,NT,…`, `OL,…` overload), Mettler Toledo SICS (`S S   482.50 kg`,
 * `S D`, `SI`), and bare numbers with or without a unit (`+ 482.5 kg`). Without a unit the number is kg.
 */
export function parseWeight(line: string): { kg: number; stable: boolean | null } | null {
  // Frame marks and parity leftovers of serial lines are no part of the text.
  // eslint-disable-next-line no-control-regex
  const text = line.replace(/[\u0000-\u001f\u007f-\uffff]/g, ' ').trim()
  if (/^(OL|S\s*[+-]$|S\s*I$|E[LST]\b)/i.test(text)) return null
  const match = /([+-]?)\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*(kg|g|t|lb)?\s*$/i.exec(text)
  if (!match) return null
  const head = text.slice(0, match.index)
  if (/[a-z]/i.test(head) && !/^(ST|US|S\s*[SD]|SI|SD|G|N|GS|NT|GROSS|NET|W[NGT]?)\b/i.test(head)) return null
  const number = Number(`${match[1]}${match[2]!.replace(',', '.')}`)
  const kg = Math.round(number * (KG_PER[(match[3] ?? 'kg').toLowerCase()] ?? 1) * 1000) / 1000
  const stable = /^(ST|S\s*S)\b/i.test(head) ? true : /^(US|S\s*D|SD)\b/i.test(head) ? false : null
  return Number.isFinite(kg) ? { kg, stable } : null
}

/** Some scales end a weight with ETX instead of a new line. */
const END_OF_TEXT = String.fromCharCode(3)

/** Puts pieces as they come from a wire together into lines, and lines into weights. */
export function weightReader(seen: (weight: Weight) => void): (piece: string) => void {
  let rest = ''
  let last: number | null = null
  return (piece) => {
    const lines = (rest + piece).replaceAll(END_OF_TEXT, '\n').split(/[\r\n]+/)
    // A line that never ends is no scale: its beginning is dropped.
    rest = (lines.pop() ?? '').slice(-200)
    for (const line of lines) {
      const found = parseWeight(line)
      if (!found) continue
      seen({ kg: found.kg, stable: found.stable ?? found.kg === last })
      last = found.kg
    }
  }
}
